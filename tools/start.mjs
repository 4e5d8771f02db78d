// `npm start`: builds what changed, then runs the supervisor in this process, so that Ctrl-C reaches it directly.
import { build } from './build.mjs';

build();
await import('../deploy/standalone/dist/supervisor/main.js');
