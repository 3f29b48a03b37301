package io.azureccm.e2e.suite.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** A taint of a node. */
record Taint(String key, String value, String effect) {
    static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    static final String NETWORK_UNAVAILABLE = "node.kubernetes.io/network-unavailable";
    /** A network plug-in's own: its agent takes it away when pods can be given addresses. */
    static final String AGENT_NOT_READY = "node.cilium.io/agent-not-ready";
    static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";

    static List<Taint> of(JsonNode node) {
        return StreamSupport.stream(node.at("/spec/taints").spliterator(), false)
                .map(taint -> new Taint(taint.path("key").asText(), taint.path("value").asText(),
                        taint.path("effect").asText()))
                .toList();
    }

    boolean keepsPodsAway() {
        return !effect.equals("PreferNoSchedule");
    }
}
