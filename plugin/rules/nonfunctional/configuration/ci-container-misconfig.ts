import { faultRule } from '../fault-rule'
import { container } from '../words/container'
import { pipeline } from '../words/pipeline'

export default faultRule({
  id: 'ci-container-misconfig',
  kind: 'ci-container-misconfig',
  title: 'An image or a pipeline is set up carelessly',
  why: 'Images and pipelines run with more rights than the program, and on versions that nobody chose, unless somebody says otherwise.',
  advice: { ...container, ...pipeline },
})
