package io.azureccm.common.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/** Values for tests, short to write: JSON with single quotes, ids by type and name. */
public final class Given {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Given() {}

    public static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }

    public static ArmId id(String type, String name) {
        return ArmId.of("sub", "rg", type, name);
    }

    public static ArmId ip(String name) {
        return id(ArmTypes.PUBLIC_IP, name);
    }

    public static ArmId loadBalancer(String name) {
        return id(ArmTypes.LOAD_BALANCER, name);
    }

    public static ObjectNode resource(ArmId id, String etag) {
        return object("{}").put("id", id.toString()).put("name", id.name()).put("etag", etag);
    }

    public static Operation put(ArmId target, ArmId... after) {
        return Operation.put(target, object("{}").put("name", target.name()), "", List.of()).after(Set.of(after));
    }

    public static Operation delete(ArmId target, ArmId... after) {
        return Operation.delete(target, List.of()).after(Set.of(after));
    }

    public static Plan plan(Operation... operations) {
        return new Plan("lb=kubernetes", List.of(operations), List.of(), Plan.Basis.NONE);
    }
}
