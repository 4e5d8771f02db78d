import { expect, it } from 'vitest';
import { usersByPorts } from './index.js';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const row = (local: string, remote: string, state: string, user: number) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 137366 1 0 100 0`;

it('reads who holds the ends of a connection within the machine', () => {
  const table = [
    HEAD,
    row('0100007F:C350', '0100007F:0BB8', '01', 1000),
    row('0100007F:0BB8', '0100007F:C350', '01', 33),
    row('0000000000000000FFFF00000100007F:C351', '0000000000000000FFFF00000100007F:0BB8', '01', 1001),
    row('00000000000000000000000001000000:C352', '00000000000000000000000001000000:0BB8', '01', 1002),
  ].join('\n');
  expect([...usersByPorts(table)]).toEqual([
    ['50000 3000', 1000],
    ['3000 50000', 33],
    ['50001 3000', 1001],
    ['50002 3000', 1002],
  ]);
});

it('passes by what is no open connection or leads elsewhere', () => {
  const table = [
    HEAD,
    row('0100007F:C350', '0100007F:0BB8', '06', 0),
    row('0100007F:0BB8', '00000000:0000', '0A', 33),
    row('0100007F:C350', '0101A8C0:0BB8', '01', 1000),
    '',
    'nonsense',
  ].join('\n');
  expect([...usersByPorts(table)]).toEqual([]);
});
