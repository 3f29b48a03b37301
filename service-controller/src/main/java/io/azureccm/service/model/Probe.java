package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.diff.Differ;
import io.azureccm.service.spec.ProbeSpec;

/** A health probe of a load balancer. */
public final class Probe extends Element {
    static final String PROPERTY = "probes";

    public Probe(ObjectNode json) {
        super("", json);
    }

    public static ArmId id(ArmId loadBalancer, String name) {
        return loadBalancer.child(PROPERTY, name);
    }

    /** The existing probe of this name on the load balancer if it is equivalent, else a new one. */
    public static Probe on(LoadBalancer observed, String name, ProbeSpec wanted) {
        ObjectNode json = ArmJson.object().put("name", name);
        ObjectNode properties = ArmJson.properties(json);
        properties.put("protocol", wanted.protocol()).put("port", wanted.port());
        properties.put("intervalInSeconds", wanted.intervalSeconds()).put("probeThreshold", wanted.threshold());
        if (!wanted.protocol().equals("Tcp"))
            properties.put("requestPath", wanted.path());
        return observed.probe(name)
                .filter(there -> Differ.same(there.json(), json, LoadBalancer.RULES))
                .orElseGet(() -> new Probe(json));
    }
}
