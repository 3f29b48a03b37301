package io.azureccm.common.boot.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.arm.ReadOnlyGateway;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.shadow.ShadowCheck;
import io.azureccm.common.snapshot.Read;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A read-only gateway that delegates to another one. For each response it keeps a digest that shows whether the resource has
 * changed, and the destinations of security rules; for each read whose last attempt failed, the reason. Thread-safe.
 */
final class ShadowReads implements ReadOnlyGateway {
    private final ArmGateway gateway;
    private final SortedMap<String, String> failures = new TreeMap<>();
    private final Map<String, Map<String, Integer>> digests = new HashMap<>();
    private final Map<String, Map<String, Set<String>>> rules = new HashMap<>();

    ShadowReads(ArmGateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
        String read = Read.of(Read.Kind.GET, id, query).key().toString();
        try {
            Optional<ObjectNode> response = gateway.get(id, query);
            read(read, response.stream().toList());
            if (response.isEmpty())
                gone(id);
            return response;
        } catch (ArmException failed) {
            failed(read, failed.getMessage());
            throw failed;
        }
    }

    @Override
    public ArmList list(ArmId collection, Map<String, String> query) {
        String read = Read.of(Read.Kind.LIST, collection, query).key().toString();
        try {
            ArmList response = gateway.list(collection, query);
            read(read, response);
            response.problem().ifPresent(problem -> failed(read, problem));
            return response;
        } catch (ArmException failed) {
            failed(read, failed.getMessage());
            throw failed;
        }
    }

    private synchronized void failed(String read, String problem) {
        failures.put(read, String.valueOf(problem));
    }

    private synchronized void read(String read, List<ObjectNode> response) {
        failures.remove(read);
        digests.values().forEach(each -> each.remove(read));
        for (ObjectNode resource : response) {
            Optional<ArmId> id = ArmId.tryParse(resource.path("id").asText());
            id.ifPresent(known -> digests.computeIfAbsent(known.key(), same -> new TreeMap<>())
                    .put(read, resource.hashCode()));
            id.filter(known -> known.hasType(ArmTypes.SECURITY_GROUP))
                    .ifPresent(group -> rules.put(group.key(), destinations(group, resource)));
        }
        digests.values().removeIf(Map::isEmpty);
    }

    private synchronized void gone(ArmId id) {
        digests.remove(id.key());
        rules.remove(id.key());
    }

    private static Map<String, Set<String>> destinations(ArmId group, ObjectNode resource) {
        Map<String, Set<String>> byRule = new HashMap<>();
        for (JsonNode rule : resource.at("/properties/securityRules")) {
            Set<String> all = new HashSet<>();
            rule.at("/properties/destinationAddressPrefixes").forEach(each -> all.add(each.asText()));
            String one = rule.at("/properties/destinationAddressPrefix").asText("");
            if (!one.isEmpty())
                all.add(one);
            byRule.put(ShadowCheck.rule(group.key(), rule.path("name").asText()), all);
        }
        return byRule;
    }

    /** Begins a check: clears earlier failures. */
    synchronized void begin() {
        failures.clear();
    }

    /** The reads of this check whose last attempt failed, with the reason. */
    synchronized List<String> failures() {
        return failures.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList();
    }

    /** A number for each resource that was read, by the key of its id; the number changes when the resource changes. */
    synchronized Map<String, Integer> digests() {
        Map<String, Integer> numbers = new HashMap<>();
        digests.forEach((key, reads) -> numbers.put(key, reads.hashCode()));
        return numbers;
    }

    synchronized Map<String, Set<String>> destinations() {
        Map<String, Set<String>> all = new HashMap<>();
        rules.values().forEach(all::putAll);
        return all;
    }
}
