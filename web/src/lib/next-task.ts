// What the bundle holds behind this runs in a task of its own: all modules in one take a slow phone 100 ms.
await new Promise((resolve) => setTimeout(resolve));

export {};
