import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import type { LookUp } from '../../../src/app/public-agent.ts'

/** What a name has: addresses, or another name that has them; or a failure in place of an answer. */
export interface Records {
  a?: readonly string[]
  aaaa?: readonly string[]
  cname?: string
  fails?: 'SERVFAIL' | 'NXDOMAIN'
}

// https://www.rfc-editor.org/rfc/rfc1035#section-4.1, https://www.rfc-editor.org/rfc/rfc3596#section-2
const types = { a: 1, cname: 5, aaaa: 28 } as const
const codes = { SERVFAIL: 2, NXDOMAIN: 3 } as const
const headerBytes = 12

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ])

/** The name and type of the only question, and where it ends. */
const questionIn = (packet: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = []
  let at = headerBytes
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 }
}

const v6Bytes = (address: string): Buffer => {
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = [], tail = []] = text.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...head, ...zeros, ...tail].entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2)
  return bytes
}

/** A record that no cache keeps. */
const record = (name: string, type: number, data: Buffer): Buffer => {
  const fields = Buffer.alloc(10)
  fields.writeUInt16BE(type, 0)
  fields.writeUInt16BE(1, 2)
  fields.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(name), fields, data])
}

/**
 * A DNS server on this machine. Each name has its records by turns: the first time it is asked for a type it has the
 * first ones, and the last ones from then on.
 */
export const startDnsServer = async (zone: Readonly<Record<string, readonly Records[]>>) => {
  const socket = createSocket('udp4')
  const asked: string[] = []

  const recordsOf = (name: string, type: number, turn: number): readonly Buffer[] => {
    const turns = zone[name] ?? []
    const { a = [], aaaa = [], cname } = turns[Math.min(turn, turns.length - 1)] ?? {}
    if (cname !== undefined)
      return [record(name, types.cname, nameBytes(cname)), ...recordsOf(cname, type, turn)]
    if (type === types.a)
      return a.map((address) => record(name, type, Buffer.from(address.split('.').map(Number))))
    return type === types.aaaa ? aaaa.map((address) => record(name, type, v6Bytes(address))) : []
  }

  socket.on('message', (packet, { port, address }) => {
    const { name, type, end } = questionIn(packet)
    const key = `${name} ${type}`
    const turn = asked.filter((before) => before === key).length
    asked.push(key)
    const turns = zone[name]
    const { fails } = turns?.[Math.min(turn, turns.length - 1)] ?? { fails: 'NXDOMAIN' as const }
    const answers = fails === undefined ? recordsOf(name, type, turn) : []
    const header = Buffer.alloc(headerBytes)
    packet.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (fails === undefined ? 0 : codes[fails]), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(Buffer.concat([header, packet.subarray(headerBytes, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  const resolver = new Resolver({ timeout: 5_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])

  /** Both kinds of addresses of a name, as a machine looks them up that asks this server. */
  const lookUp: LookUp = async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason
    return addresses
  }
  return {
    lookUp,
    /** The names that it was asked for so far. */
    asked,
    async close() {
      resolver.cancel()
      socket.close()
      await once(socket, 'close')
    },
  }
}
export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>
