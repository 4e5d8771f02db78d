/** `node processors/dist/enrichers/pictures/serve.js`: decodes pictures for enrichers that stand elsewhere (`DECODER_SOCKET`). */
import { z } from 'zod';
import { readEnvironment } from '../../runtime/environment.js';
import { announce } from '../../runtime/service.js';
import { Decoder } from './decoder.js';
import { serveDecoder } from './decoder-server.js';

const { SOCKET } = readEnvironment('decoder', { SOCKET: z.string().min(1, 'must be a path') });
const decoder = new Decoder((line) => console.log(`decoder: ${line}`));
announce('decoder', SOCKET, await serveDecoder(SOCKET, decoder), null);
