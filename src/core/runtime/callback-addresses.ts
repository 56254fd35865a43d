import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type CallbackAddresses, callbackPath } from '../callbacks.ts'

interface CallbackAddressesOptions {
  /** Where the outside reaches us, without a slash at its end. */
  publicUrl: string
  /** 32 bytes each. New addresses are made with the first; those made with the others are still ours. */
  keys: readonly [Uint8Array, ...Uint8Array[]]
}

/** What the derived key is for: one key never serves two purposes. https://www.rfc-editor.org/rfc/rfc5869 */
const purpose = 'tunesmith: addresses of audio callbacks, 1'
const keyBytes = 32
/** 128 bits: nobody guesses them. */
const macBytes = 16

const derive = (key: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, keyBytes))

const codeOf = (key: Uint8Array, jobId: string): string =>
  `${jobId}.${createHmac('sha256', key).update(jobId).digest().subarray(0, macBytes).toString('base64url')}`

const isSame = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const codePattern = /^(b\d{2}x[a-z2-7]{25})\.[\w-]{22}$/

/** The addresses as `<public address>/webhooks/audio/<job id>.<mac>`; how long a check takes tells nothing of the mac. */
export const createCallbackAddresses = ({ publicUrl, keys }: CallbackAddressesOptions): CallbackAddresses => {
  const [first, ...older] = keys
  const newest = derive(first)
  const derived = [newest, ...older.map(derive)]
  const isCodeOf = (jobId: string, code: string): boolean =>
    derived.map((key) => isSame(codeOf(key, jobId), code)).includes(true)
  return {
    addressOf: (jobId) => `${publicUrl}${callbackPath}/${codeOf(newest, jobId)}`,
    isAddressOf(jobId, address = '') {
      const at = address.lastIndexOf('/')
      return address.slice(0, at).endsWith(callbackPath) && isCodeOf(jobId, address.slice(at + 1))
    },
    jobOf(code) {
      const [, jobId] = codePattern.exec(code) ?? []
      return jobId !== undefined && isCodeOf(jobId, code) ? jobId : undefined
    },
  }
}
