import { z } from 'zod';

// The page's policy forbids eval, which zod's compiled parsers are made with. Read before any schema is built.
z.config({ jitless: true });
