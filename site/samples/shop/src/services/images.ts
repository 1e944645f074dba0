import { exec } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { config } from '../config'
import { logger } from '../logger'

/** A small version for the list of reviews, beside the original. */
export function makeThumbnail(filename: string): void {
  const file = path.join(config.uploadDir, filename)
  exec(`convert ${file} -resize 240x240 ${file}.thumb.jpg`, (error) => {
    if (error) logger.warn({ filename, error }, 'no thumbnail')
  })
}

/** Fetches a picture from the address that the supplier gave us. */
export async function importImage(url: string, productId: number): Promise<string> {
  const answer = await fetch(url)
  const name = `product-${productId}.jpg`
  await writeFile(path.join(config.uploadDir, name), Buffer.from(await answer.arrayBuffer()))
  return name
}
