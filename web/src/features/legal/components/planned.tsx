/** Stands beside what is told of the future. */
export function Planned() {
  return <span className="tag tag-unknown">Planned, not built</span>;
}
