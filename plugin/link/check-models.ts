/** Run when the product is compiled: reads and checks its own models once, so that no analysis has to. A mistake in one stops it. */
import fs from 'node:fs'
import { CHECKED_MODELS, ownFingerprint } from './model-files'
import { checkedModels, loadModels } from './models'

if (require.main === module) {
  fs.rmSync(CHECKED_MODELS, { force: true })
  loadModels([])
  fs.writeFileSync(CHECKED_MODELS, JSON.stringify({ fingerprint: ownFingerprint(), files: checkedModels() }))
}
