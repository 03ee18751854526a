"""A check of Schemathesis: a refusal has one of the codes that its operation lists at that status."""

import schemathesis


def resolve(document: dict, node: dict) -> dict:
    while "$ref" in node:
        place = node["$ref"].removeprefix("#/").split("/")
        node = document
        for name in place:
            node = node[name.replace("~1", "/").replace("~0", "~")]
    return node


@schemathesis.check
def documented_code(ctx, response, case) -> None:
    if response.status_code < 400:
        return
    document = case.operation.schema.raw_schema
    answers = document["paths"][case.operation.path][case.operation.method.lower()]["responses"]
    answer = answers.get(str(response.status_code))
    # Statuses that are not listed are the affair of another check.
    if answer is None:
        return
    listed = resolve(document, answer)["content"]["application/json"]["examples"]
    code = response.json()["error"]["code"]
    assert code in listed, f"{code} is none of the codes listed: {', '.join(listed)}"
