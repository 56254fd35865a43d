import { type FileLinks, filePath } from '../core/clip/clip-reading.ts'
import { createSigner, macPattern } from './signer.ts'

interface FileLinksOptions {
  /** Our public address, without a trailing slash. */
  publicUrl: string
  /** 32 bytes each. The first key makes new addresses; addresses made with the others stay valid. */
  keys: readonly [Uint8Array, ...Uint8Array[]]
}

const codePattern = new RegExp(
  String.raw`^((b\d{2}x[a-z2-7]{25})\.([a-z_]{1,40})\.(\d{1,12}))\.(${macPattern})$`,
)

/** The addresses as `<public address>/files/<job id>.<part>.<end in epoch seconds>.<mac>`. */
export const createFileLinks = ({ publicUrl, keys }: FileLinksOptions): FileLinks => {
  const signer = createSigner(keys, "tunesmith: addresses of chats' files, 1")
  return {
    addressOf: ({ jobId, part }, untilMs) =>
      `${publicUrl}${filePath}/${signer.sign(`${jobId}.${part}.${Math.ceil(untilMs / 1000)}`)}`,
    fileOf(code, nowMs) {
      const [, text = '', jobId = '', part = '', untilSeconds = '', mac = ''] = codePattern.exec(code) ?? []
      const isOurs = text !== '' && signer.isSigned(text, mac)
      return isOurs && nowMs < Number(untilSeconds) * 1000 ? { jobId, part } : undefined
    },
  }
}
