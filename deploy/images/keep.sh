# Leaves in /kept what one workspace needs to run, by `sh keep.sh <workspace>`: its compiled files, those of the workspaces that
# it depends on, and the packages that they name, those for development left out.
set -eu
rm -rf node_modules
npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace "$1"
mkdir -p /kept
cp package.json /kept/
# What is installed is more: packages that other workspaces name, where this one needs them for development.
npm ls --all --parseable --omit=dev --workspace "$1" | sed -n "s#^$PWD/\(node_modules/\)#\1#p" | sort | while read -r package; do
  mkdir -p "/kept/$(dirname "$package")"
  [ -e "/kept/$package" ] || cp -a "$package" "/kept/$package"
done
for link in /kept/node_modules/@cryptonite/*; do
  folder=$(realpath --relative-to=. "node_modules/@cryptonite/$(basename "$link")")
  mkdir -p "/kept/$folder"
  cp -a "$folder/package.json" "$folder/dist" "/kept/$folder/"
  if [ -d "$folder/node_modules" ]; then cp -a "$folder/node_modules" "/kept/$folder/"; fi
done
if [ "$1" = deploy/stores ]; then mkdir -p /kept/deploy/stores/clickhouse /kept/deploy/stores/postgres; fi
