/** Says so where this Node still runs the product, and is past its end of life. */
export function tellOldNode() {
  if (process.version.startsWith('v20.'))
    console.error(
      `Node ${process.versions.node} runs this, and gets no more fixes of its own; 22 and 24 do.`,
    );
}
