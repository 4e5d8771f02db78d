# Leaves in /kept what one workspace needs to run, by `sh keep.sh <workspace>`: its compiled files, those of the workspaces that
# it depends on, and the packages that they name, those for development left out.
set -eu
rm -rf node_modules
npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace "$1"
mkdir -p /kept
cp -a node_modules package.json /kept/
for link in node_modules/@cryptonite/*; do
  folder=$(realpath --relative-to=. "$link")
  if [ ! -d "$folder/dist" ]; then
    rm "/kept/$link"
    continue
  fi
  mkdir -p "/kept/$folder"
  cp -a "$folder/package.json" "$folder/dist" "/kept/$folder/"
  if [ -d "$folder/node_modules" ]; then cp -a "$folder/node_modules" "/kept/$folder/"; fi
done
if [ "$1" = deploy/stores ]; then mkdir -p /kept/deploy/stores/clickhouse /kept/deploy/stores/postgres; fi
