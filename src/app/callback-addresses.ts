import { type CallbackAddresses, callbackPath } from '../core/job/callbacks.ts'
import { createSigner, macPattern } from './signer.ts'

interface CallbackAddressesOptions {
  /** Our public address, without a trailing slash. */
  publicUrl: string
  /** 32 bytes each. The first key makes new addresses; addresses made with the others stay valid. */
  keys: readonly [Uint8Array, ...Uint8Array[]]
}

const codePattern = new RegExp(String.raw`^(b\d{2}x[a-z2-7]{25})\.(${macPattern})$`)

/** The addresses as `<public address>/webhooks/audio/<job id>.<mac>`. */
export const createCallbackAddresses = ({ publicUrl, keys }: CallbackAddressesOptions): CallbackAddresses => {
  const signer = createSigner(keys, 'tunesmith: addresses of audio callbacks, 1')
  const jobOf = (code: string): string | undefined => {
    const [, jobId, mac = ''] = codePattern.exec(code) ?? []
    return jobId !== undefined && signer.isSigned(jobId, mac) ? jobId : undefined
  }
  return {
    addressOf: (jobId) => `${publicUrl}${callbackPath}/${signer.sign(jobId)}`,
    isAddressOf(jobId, address = '') {
      const at = address.lastIndexOf('/')
      return address.slice(0, at).endsWith(callbackPath) && jobOf(address.slice(at + 1)) === jobId
    },
    jobOf,
  }
}
