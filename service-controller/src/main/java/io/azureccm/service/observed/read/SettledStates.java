package io.azureccm.service.observed.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.ProvisioningState;
import io.azureccm.service.model.ArmElement;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.observed.InFlightChanges;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The state of resources while no operation ran on them, as a number for each element. What a later operation has not changed was applied
 * before it, however it ends. {@code changing}: since when an operation runs; {@code unchanged}: the settled resources as last shown, only
 * to save time: the same JSON contains nothing new.
 */
public record SettledStates(Map<ArmId, Map<String, Integer>> resting, Map<ArmId, Instant> changing,
        Map<ArmId, ObjectNode> unchanged) {
    public static final SettledStates NONE = new SettledStates(Map.of(), Map.of(), Map.of());

    public SettledStates {
        resting = Map.copyOf(resting);
        changing = Map.copyOf(changing);
        unchanged = Map.copyOf(unchanged);
    }

    /** The states after an observation, and the changes in flight that it shows. */
    public record Observed(SettledStates states, InFlightChanges inFlight) {}

    /** No own write takes longer: a state shown after that is the one that another client's operation started from. */
    static final Duration MAX_AGE = Duration.ofMinutes(30);

    private static final List<String> ELEMENTS = List.of("frontendIPConfigurations", "backendAddressPools",
            "loadBalancingRules", "probes", "securityRules");
    /** Properties that Azure updates when other resources change. */
    private static final Set<String> PASSING = Set.of("provisioningState", "backendIPConfigurations",
            "loadBalancingRules", "outboundRules", "inboundNatRules", "inboundNatPools", "ipConfiguration",
            "natGateway", "subnets", "networkInterfaces");

    private static final String ADDRESSES = "loadBalancerBackendAddresses";

    /** Takes the latest observation. */
    Observed after(Collection<ArmElement> observed, Instant now) {
        if (observed.size() == unchanged.size()
                && observed.stream().allMatch(element -> unchanged.get(element.id()) == element.json()))
            return new Observed(this, InFlightChanges.UNKNOWN);
        return new Draft(new HashMap<>(resting), new HashMap<>(changing), new HashMap<>(unchanged)).after(observed,
                now);
    }

    /** The same maps while they change. */
    private record Draft(Map<ArmId, Map<String, Integer>> resting, Map<ArmId, Instant> changing,
            Map<ArmId, ObjectNode> settled) {
        Observed after(Collection<ArmElement> observed, Instant now) {
            Map<ArmId, Set<String>> inFlight = new HashMap<>();
            Set<ArmId> shown = new HashSet<>();
            for (ArmElement element : observed) {
                ArmId id = element.id();
                ObjectNode resource = element.json();
                shown.add(id);
                if (settled.get(id) == resource)
                    continue;
                settled.remove(id);
                if (ProvisioningState.isBroken(resource)) {
                    resting.remove(id);
                    changing.remove(id);
                } else if (!ProvisioningState.isChanging(resource)) {
                    resting.put(id, prints(resource));
                    settled.put(id, resource);
                    changing.remove(id);
                } else {
                    Map<String, Integer> found = prints(resource);
                    if (changing.computeIfAbsent(id, first -> now).plus(MAX_AGE).isBefore(now))
                        resting.put(id, found);
                    if (resting.containsKey(id))
                        inFlight.put(id, differing(resting.get(id), found));
                }
            }
            // Not every plan reads the security group.
            settled.keySet().retainAll(shown);
            resting.keySet().removeIf(id -> !shown.contains(id) && !id.hasType(ArmTypes.SECURITY_GROUP));
            changing.keySet().removeIf(id -> !shown.contains(id) && !id.hasType(ArmTypes.SECURITY_GROUP));
            return new Observed(new SettledStates(resting, changing, settled), new InFlightChanges(inFlight));
        }
    }

    private static Set<String> differing(Map<String, Integer> one, Map<String, Integer> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        names.removeIf(name -> Objects.equals(one.get(name), other.get(name)));
        return names;
    }

    private static Map<String, Integer> prints(ObjectNode resource) {
        Map<String, Integer> prints = new HashMap<>();
        for (String property : ELEMENTS) {
            for (ObjectNode element : ArmJson.list(resource, "properties", property)) {
                prints.merge(ArmJson.name(element).toLowerCase(Locale.ROOT), print(element), Integer::sum);
            }
        }
        prints.merge("", print(resource), Integer::sum);
        return prints;
    }

    private static int print(JsonNode node) {
        int print = Objects.hash(node.path("tags"), node.path("sku"), node.path("zones"));
        for (Map.Entry<String, JsonNode> each : node.path("properties").properties()) {
            if (each.getKey().equals(ADDRESSES)) {
                print += addresses(each.getValue());
            } else if (!PASSING.contains(each.getKey()) && !ELEMENTS.contains(each.getKey())) {
                print += each.getKey().hashCode() ^ each.getValue().hashCode();
            }
        }
        return print;
    }

    /** Addresses contributed by machines are not part of a write of the load balancer. */
    private static int addresses(JsonNode addresses) {
        int print = 0;
        for (JsonNode address : addresses) {
            if (address.path("properties").path("networkInterfaceIPConfiguration").isMissingNode())
                print += address.hashCode();
        }
        return print;
    }
}
