import React from 'react';
import ComponentCreator from '@docusaurus/ComponentCreator';

export default [
  {
    path: '/base/audits/second',
    component: ComponentCreator('/base/audits/second', '234'),
    routes: [
      {
        path: '/base/audits/second',
        component: ComponentCreator('/base/audits/second', '5c1'),
        routes: [
          {
            path: '/base/audits/second',
            component: ComponentCreator('/base/audits/second', 'dc7'),
            routes: [
              {
                path: '/base/audits/second',
                component: ComponentCreator('/base/audits/second', 'e44'),
                exact: true,
                sidebar: "defaultSidebar"
              },
              {
                path: '/base/audits/second/security-docs/analysis/security-surface',
                component: ComponentCreator('/base/audits/second/security-docs/analysis/security-surface', '03e'),
                exact: true,
                sidebar: "defaultSidebar"
              }
            ]
          }
        ]
      }
    ]
  },
  {
    path: '/base/plumbline',
    component: ComponentCreator('/base/plumbline', 'bf0'),
    routes: [
      {
        path: '/base/plumbline',
        component: ComponentCreator('/base/plumbline', 'ccf'),
        routes: [
          {
            path: '/base/plumbline',
            component: ComponentCreator('/base/plumbline', '778'),
            routes: [
              {
                path: '/base/plumbline',
                component: ComponentCreator('/base/plumbline', 'efd'),
                exact: true,
                sidebar: "defaultSidebar"
              },
              {
                path: '/base/plumbline/security-docs/analysis/security-surface',
                component: ComponentCreator('/base/plumbline/security-docs/analysis/security-surface', '786'),
                exact: true,
                sidebar: "defaultSidebar"
              }
            ]
          }
        ]
      }
    ]
  },
  {
    path: '/base/',
    component: ComponentCreator('/base/', 'ced'),
    routes: [
      {
        path: '/base/',
        component: ComponentCreator('/base/', 'be8'),
        routes: [
          {
            path: '/base/',
            component: ComponentCreator('/base/', '934'),
            routes: [
              {
                path: '/base/interactive',
                component: ComponentCreator('/base/interactive', 'aaf'),
                exact: true
              },
              {
                path: '/base/',
                component: ComponentCreator('/base/', 'a2c'),
                exact: true
              }
            ]
          }
        ]
      }
    ]
  },
  {
    path: '*',
    component: ComponentCreator('*'),
  },
];
