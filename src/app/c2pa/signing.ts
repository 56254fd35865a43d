import type { Download } from '../../core/clip/download.ts'
import type { Log } from '../../core/log.ts'
import { type C2paSettings, expiryMs, readCredential } from './credential.ts'
import type { C2paLibrary } from './library.ts'
import { manifestFormat, manifestOf } from './manifest.ts'

/** The library reads a larger file differently, and would need several times its size in memory. */
export const signedBytesMax = 50 * 1024 * 1024

interface SigningDeps {
  settings: C2paSettings
  library: Pick<C2paLibrary, 'sign'>
  now: () => number
  log: Log
}

/** The extension in an address, such as "ogg"; empty if there is none. */
const extensionIn = (url: string): string =>
  /\.([a-z0-9]{1,5})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/**
 * A download that signs each marked file with a C2PA manifest. A file that can't be signed, or would become too
 * large, is as it was; the log says so once for each kind of file, and once if the certificate has expired.
 */
export const withManifests = (download: Download, { settings, library, now, log }: SigningDeps): Download => {
  const credential = readCredential(settings)
  const endMs = expiryMs(settings)
  const unsignedKinds = new Set<string>()
  let isExpiryTold = false

  return async (url, bytesMax, mark) => {
    const data = await download(url, bytesMax, mark)
    if (mark === undefined) return data
    if (endMs <= now()) {
      if (!isExpiryTold)
        log.error('files are no longer signed, because C2PA_CERTIFICATE has expired', { job: mark.job })
      isExpiryTold = true
      return data
    }
    const format = data.byteLength <= signedBytesMax ? manifestFormat(data) : undefined
    if (format === undefined) {
      const kind = extensionIn(url)
      if (!unsignedKinds.has(kind))
        log.info('files of this kind or size are not signed', { kind, job: mark.job })
      unsignedKinds.add(kind)
      return data
    }
    try {
      const signed = await library.sign({ data, format }, manifestOf(data, mark), credential)
      if (signed.byteLength <= bytesMax) return signed
      log.debug('a file has no room for a signature', { job: mark.job })
    } catch (error) {
      log.error('a file could not be signed', { error, job: mark.job })
    }
    return data
  }
}
