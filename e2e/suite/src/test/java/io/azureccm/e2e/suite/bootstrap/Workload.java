package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** A Deployment or a DaemonSet as it is rendered. */
record Workload(JsonNode object) {
    static boolean is(JsonNode object) {
        return Set.of("Deployment", "DaemonSet").contains(object.path("kind").asText());
    }

    String name() {
        return object.at("/metadata/name").asText();
    }

    String namespace() {
        return object.at("/metadata/namespace").asText("default");
    }

    boolean isDaemonSet() {
        return object.path("kind").asText().equals("DaemonSet");
    }

    int replicas() {
        return object.at("/spec/replicas").asInt(1);
    }

    /** The spec of its pods; those of a DaemonSet have the tolerations that its controller adds. */
    PodSpec pod() {
        ObjectNode spec = object.at("/spec/template/spec").deepCopy();
        if (isDaemonSet()) {
            tolerate(spec, Taint.NOT_READY, "NoExecute");
            tolerate(spec, Taint.UNREACHABLE, "NoExecute");
            if (spec.path("hostNetwork").asBoolean()) {
                tolerate(spec, Taint.NETWORK_UNAVAILABLE, "NoSchedule");
            }
        }
        return new PodSpec(spec);
    }

    private static void tolerate(ObjectNode spec, String key, String effect) {
        spec.withArrayProperty("tolerations")
                .addObject()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect",
                        effect);
    }
}
