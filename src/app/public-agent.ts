import { ADDRCONFIG, type LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch, type RequestInit as UndiciInit } from 'undici'
import type { FetchFile } from '../core/clip/download.ts'
import { isPublicAddress, isPublicHost } from '../core/clip/public-host.ts'
import { AppError } from '../core/errors.ts'

/** All addresses of a name. Rejects with a code such as ENOTFOUND. */
export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>

/** By this machine's own means, as Node looks up the host of a connection. */
const lookUpHere: LookUp = (hostname) => lookup(hostname, { all: true, hints: ADDRCONFIG })

/** How names and addresses are judged; tests have their own. */
export interface NetworkView {
  lookUp?: LookUp
  isPublic?: (address: string) => boolean
}

/**
 * Whether an origin that the operator named may be in a private network: they wrote an address or a name that is in no
 * other, such as localhost or files.internal, or listed it in PRIVATE_HOSTS.
 */
export const isOwnOrigin = (origin: string, privateOrigins: readonly string[]): boolean =>
  privateOrigins.includes(origin) || !isPublicHost(new URL(origin).hostname)

/** The address inside a private network that a name leads to; undefined if there is none, or nothing is known. */
export const insideAddressOf = async (
  hostname: string,
  { lookUp = lookUpHere, isPublic = isPublicAddress }: NetworkView = {},
): Promise<string | undefined> => {
  const addresses = await lookUp(hostname).catch(() => [])
  return addresses.find(({ address }) => !isPublic(address))?.address
}

const refused = (hostname: string, address: string): AppError =>
  new AppError(
    'file_refused',
    `${hostname === address ? hostname : `${hostname} leads to ${address}, which`} is not on the public internet; if it is yours, add the host to PRIVATE_HOSTS`,
  )

/**
 * Looks up a name for a connection, which then uses these very addresses, so that the name can't lead elsewhere by then.
 * A single address that is not public refuses the name: which one the connection picks is up to the network.
 */
const lookUpPublic =
  ({ lookUp = lookUpHere, isPublic = isPublicAddress }: NetworkView): LookupFunction =>
  (hostname, { all }, callback) => {
    lookUp(hostname).then(
      (addresses) => {
        const inside = addresses.find(({ address }) => !isPublic(address))
        const [first] = addresses
        if (inside !== undefined) callback(refused(hostname, inside.address), '')
        else if (first === undefined)
          callback(Object.assign(new Error('no address'), { code: 'ENODATA' }), '')
        else if (all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/**
 * Connects only to addresses on the public internet. Requests to others fail with AppError `file_refused` before
 * anything is sent. https://undici.nodejs.org/#/docs/api/Connector
 */
export const createPublicAgent = (view: NetworkView = {}): Agent => {
  const { isPublic = isPublicAddress } = view
  const connect = buildConnector({ allowH2: false, lookup: lookUpPublic(view) })
  return new Agent({
    allowH2: false,
    connect(to, callback) {
      // No address is looked up.
      const address = to.hostname.replace(/^\[|\]$/g, '')
      if (isIP(address) !== 0 && !isPublic(address)) callback(refused(address, address), null)
      else connect(to, callback)
    },
  })
}

/** A fetch for addresses that come from outside; `own` are origins that may be in a private network. */
export const createFetchFile = (
  own: readonly string[],
  view: NetworkView = {},
): { fetchFile: FetchFile; close(): Promise<void> } => {
  const [inside, outside] = [new Agent({ allowH2: false }), createPublicAgent(view)]
  const fetchFile: FetchFile = async (url, init) => {
    const dispatcher = URL.canParse(url) && own.includes(new URL(url).origin) ? inside : outside
    try {
      // Undici's own types of the same web interfaces.
      return (await fetch(url, { ...(init as unknown as UndiciInit), dispatcher })) as unknown as Response
    } catch (error) {
      throw error instanceof TypeError && error.cause instanceof AppError ? error.cause : error
    }
  }
  return {
    fetchFile,
    close: async () => {
      await Promise.all([inside.close(), outside.close()])
    },
  }
}
