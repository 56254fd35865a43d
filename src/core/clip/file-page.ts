import { isUnder } from './public-host.ts'

/** What a link to a page of a file store can be turned into. */
type Mend = 'download' | 'change' | 'add'

const isOneOf = ({ hostname }: URL, hosts: readonly string[]): boolean => hosts.includes(hostname)

/** Its own links to downloads have /s/dl/ or /s/raw/. https://help.dropbox.com/share/force-download */
const dropboxMend = ({ pathname, searchParams }: URL): Mend | undefined => {
  if (/^\/s\/(dl|raw)\//.test(pathname)) return undefined
  // The download of a folder is an archive.
  if (!/^\/(s|scl\/fi)\//.test(pathname)) return 'download'
  if (searchParams.get('dl') === '1' || searchParams.get('raw') === '1') return undefined
  return searchParams.has('dl') ? 'change' : 'add'
}

/** Addresses of file stores that lead to a page, although the same hosts also have addresses of the files. */
const isPage = (url: URL): boolean => {
  const { hostname, pathname, searchParams } = url
  if (isOneOf(url, ['drive.google.com', 'docs.google.com'])) return !/\/uc$/.test(pathname)
  if (isOneOf(url, ['onedrive.live.com'])) return !/^\/download(\.aspx)?$/i.test(pathname)
  if (isUnder(hostname, ['sharepoint.com']))
    return searchParams.get('download') !== '1' && !/\/download\.aspx$/i.test(pathname)
  if (isUnder(hostname, ['wetransfer.com'])) return hostname !== 'download.wetransfer.com'
  if (isUnder(hostname, ['box.com'])) return /^\/(s|v|file|folder)\//.test(pathname)
  return isOneOf(url, ['1drv.ms', 'we.tl']) || isUnder(hostname, ['icloud.com', 'mega.nz', 'mega.co.nz'])
}

/** How to get at the file behind a page of a file store; undefined for an address that is no such page. */
export const filePageMend = (url: URL): Mend | undefined => {
  if (isOneOf(url, ['dropbox.com', 'www.dropbox.com'])) return dropboxMend(url)
  return isPage(url) ? 'download' : undefined
}
