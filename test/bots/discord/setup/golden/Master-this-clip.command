{
  "type": 3,
  "name": "Master this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
