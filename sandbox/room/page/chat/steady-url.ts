import { useRef } from 'preact/hooks'

/** https://docs.discord.com/developers/reference#signed-attachment-cdn-urls */
const signature = ['ex', 'is', 'hm']

/** An address without its changing part: Discord signs file addresses again for each read. */
export const withoutSignature = (url: string): string => {
  const address = new URL(url)
  for (const name of signature) address.searchParams.delete(name)
  return address.href
}

/** The first address of a file: another one would load it again and restart its sound. */
export const useSteadyUrl = (url: string): string => {
  const steady = useRef(url)
  if (withoutSignature(steady.current) !== withoutSignature(url)) steady.current = url
  return steady.current
}
