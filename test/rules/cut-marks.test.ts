/** What becomes of the address of a page: its mark is taken out, or a router hands it to a component that is a class. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('without its mark it is any text', () =>
  check(
    {
      'page.js': `import $ from 'jquery'
$(location.hash.replace('#', '')).show() // dom-xss: high
$(location.hash.replace(/^#!?/, '')).show() // dom-xss: high
$(location.hash.replace('/', '')).show() // dom-xss: none
$(location.hash.replace('#', '#tab-')).show() // dom-xss: none
$('#' + location.hash.replace('#', '')).show() // dom-xss: none
`,
    },
    { jquery: '3' },
  ))

test('components that are classes', () =>
  check(
    {
      'routes.jsx': `import React from 'react'
import { Route, withRouter } from 'react-router-dom'
class Banner extends React.Component {
  render() {
    const { match } = this.props
    return <p dangerouslySetInnerHTML={{ __html: match.params.text }} /> // dom-xss: high
  }
}
class Notice extends React.Component {
  render() {
    return <p dangerouslySetInnerHTML={{ __html: new URLSearchParams(this.props.location.search).get('m') }} /> // dom-xss: high
  }
}
class Plain extends React.Component {
  render() {
    return <p dangerouslySetInnerHTML={{ __html: this.props.location.search }} /> // dom-xss: none
  }
}
export const Shown = withRouter(Notice)
export const routes = [<Route path="/banner/:text" component={Banner} />, <Plain location={{ search: '' }} />]
`,
    },
    { react: '18', 'react-dom': '18', 'react-router-dom': '5' },
  ))

test('an address that another service answered', () =>
  check(
    {
      'profile.tsx': `import useSWR from 'swr'
const load = (address: string) => fetch(address).then((answer) => answer.json())
export function Profile({ id }: { id: string }) {
  const { data } = useSWR('/api/users/' + id, load)
  return <a href={data.website}>site</a> // javascript-address: low
}
export function Mail({ id }: { id: string }) {
  const { data } = useSWR('/api/users/' + id, load)
  return <a href={'mailto:' + data.mail}>mail</a> // javascript-address: none
}
`,
    },
    { react: '18', 'react-dom': '18', swr: '2' },
  ))
