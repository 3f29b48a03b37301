package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Namespaces: active from the start, labelled with their own name. */
final class NamespaceRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode namespace) {
        String name = Json.text(namespace, "metadata", "name");
        if (!name.isEmpty())
            Json.ensure(namespace, "metadata", "labels").put("kubernetes.io/metadata.name", name);
    }

    @Override
    public void prepareCreate(ObjectNode namespace) {
        Json.ensure(namespace, "spec").putArray("finalizers").add("kubernetes");
        namespace.putObject("status").put("phase", "Active");
    }

    @Override
    public void prepareUpdate(ObjectNode namespace, ObjectNode old) {
        Json.carry(old, namespace, "spec");
        Json.carry(old, namespace, "status");
    }

    @Override
    public String nameProblem(String name) {
        return Names.labelProblem(name);
    }
}
