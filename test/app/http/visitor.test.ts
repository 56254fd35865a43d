import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { visitorOf } from '../../../src/app/http/visitor.ts'

const visitor = (peer: string | undefined, forwarded?: string): string | undefined =>
  visitorOf({
    socket: { remoteAddress: peer } as IncomingMessage['socket'],
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  })

describe('a visitor’s address is', () => {
  test.each([
    ['the connection’s', '203.0.113.5', undefined, '203.0.113.5'],
    [
      'the connection’s, whatever a visitor from outside claims',
      '203.0.113.5',
      '198.51.100.7',
      '203.0.113.5',
    ],
    ['what a proxy on this machine added', '127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['what a proxy here added, seen over IPv6', '::ffff:127.0.0.1', '203.0.113.5', '203.0.113.5'],
    ['what a proxy in Docker’s network added', '172.18.0.3', '203.0.113.5', '203.0.113.5'],
    ['the last, since a visitor writes the others', '10.0.0.2', '198.51.100.7, 203.0.113.5', '203.0.113.5'],
    ['the address alone where a proxy adds the port', '10.0.0.2', '203.0.113.5:443', '203.0.113.5'],
    ['the first 48 bits of IPv6', '2001:db8:7:1::5', undefined, '2001:db8:7'],
    ['the first 48 bits of IPv6, written out', '::1', '2001:0DB8:0007:0:0:0:0:9', '2001:db8:7'],
    ['the first 48 bits of IPv6 with a port', 'fd00::2', '[2001:db8::1]:443', '2001:db8:0'],
    ['unknown if the proxy adds none', '127.0.0.1', undefined, undefined],
    ['unknown if the proxy adds no address', '127.0.0.1', '203.0.113.5, unknown', undefined],
    ['unknown on a connection that is gone', undefined, '203.0.113.5', undefined],
  ])('%s', (_, peer, forwarded, address) => {
    expect(visitor(peer, forwarded)).toBe(address)
  })
})
