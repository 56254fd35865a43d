import type { ComponentChildren } from 'preact'

interface WebLinkProps {
  url: string
  children: ComponentChildren
  className?: string
}

/** A link beside the room, to the web and to nothing else; other addresses are text. */
export const WebLink = ({ url, children, className = '' }: WebLinkProps) =>
  /^https?:\/\//.test(url) ? (
    <a class={className} href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  )
