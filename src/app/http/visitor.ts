import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Addresses of this machine and of private networks, where a proxy is. */
const near = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

/** An address without port, zone or brackets, and as IPv4 where it is one; undefined if it is none. */
const plain = (given: string): string | undefined => {
  const text = given.trim()
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const bare = inBrackets ?? (/^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text)
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, '').split('%', 1)[0] ?? ''
  return isIP(address) === 0 ? undefined : address
}

/** An IPv6 address's first 48 bits: a customer of a provider has all addresses below them, or not many less. */
const customerOf = (address: string): string => {
  if (isIP(address) === 4) return address
  const full = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = full.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const left = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - left.length) }, () => '0')
  return [...groups, ...zeros, ...left].slice(0, 3).join(':')
}

/**
 * Where a request comes from: the connection's address, or what the proxy in our own network added to
 * X-Forwarded-For. Only its last entry counts, because a visitor can write those before it. Undefined if the proxy
 * adds none.
 */
export const visitorOf = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) => {
  const peer = plain(socket.remoteAddress ?? '')
  if (peer === undefined) return undefined
  if (!near.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return customerOf(peer)
  const told = plain(
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1) ?? '',
  )
  return told === undefined ? undefined : customerOf(told)
}
