package io.azureccm.service.plan.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.IpFamily;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Plans the pools in the models of scale sets, so that machines made meanwhile join too. A model joins when one of its machines
 * has a node that takes traffic.
 */
final class ScaleSetPlanner {
    private static final String FLEX_NETWORK_API_VERSION = "2020-11-01";
    /** The build number of Windows Server 2019, with which the versions of its images begin. */
    private static final String WINDOWS_2019_BUILD = "17763.";

    private ScaleSetPlanner() {}

    /** {@code members}: the scale sets of machines that join; {@code filled}: see {@link MembershipChange}. */
    static Optional<Operation> plan(ObjectNode scaleSet, Set<ArmId> members, Membership membership,
            Map<ArmId, Cause> filled) {
        if (isGoing(scaleSet))
            return Optional.empty();
        ArmId id = ArmId.parse(ArmJson.text(scaleSet, "id"));
        ObjectNode body = scaleSet.deepCopy();
        NetworkProfile profile = NetworkProfile.ofModel(body);
        Set<ArmId> leave = new TreeSet<>(membership.leave());
        leave.addAll(membership.going());
        leave.retainAll(profile.pools());
        Map<IpFamily, Set<ArmId>> join = members.contains(id) && !membership.isTaken(profile)
                ? profile.missing(families(scaleSet, membership.join()))
                : Map.of();
        if (body.path("properties").isObject())
            ArmJson.properties(body).remove("provisioningState");
        withoutCapacity(body);
        if (isFlexible(scaleSet))
            withNetworkApiVersion(body);
        return new MembershipChange(join, leave, Cause.of("PoolMembership"), filled).write(id, body, profile,
                MembershipChange.etag(scaleSet), membership);
    }

    /** The pools of the families that machines of this scale set can take: Windows Server 2019 has no IPv6 behind a load balancer. */
    static Map<IpFamily, Set<ArmId>> families(ObjectNode scaleSet, Map<IpFamily, Set<ArmId>> pools) {
        if (!isWindows2019(scaleSet) || !pools.containsKey(IpFamily.IPV6))
            return pools;
        Map<IpFamily, Set<ArmId>> fitting = new EnumMap<>(pools);
        fitting.remove(IpFamily.IPV6);
        return fitting;
    }

    static boolean isFlexible(ObjectNode scaleSet) {
        return ArmJson.text(scaleSet, "properties", "orchestrationMode").equalsIgnoreCase("Flexible");
    }

    private static boolean isGoing(ObjectNode scaleSet) {
        return ArmJson.text(scaleSet, "properties", "provisioningState").equalsIgnoreCase("deleting");
    }

    /** Azure keeps the number of machines that is not said: one that was read before a machine went would bring another one. */
    private static void withoutCapacity(ObjectNode body) {
        ArmJson.child(body, "sku").ifPresent(sku -> sku.remove("capacity"));
    }

    /** Without it Azure refuses interfaces in the model of a flexible scale set. */
    private static void withNetworkApiVersion(ObjectNode body) {
        ArmJson.child(body, "properties", "virtualMachineProfile", "networkProfile")
                .filter(network -> ArmJson.text(network, "networkApiVersion").isEmpty())
                .ifPresent(network -> network.put("networkApiVersion", FLEX_NETWORK_API_VERSION));
    }

    private static boolean isWindows2019(ObjectNode scaleSet) {
        Optional<ObjectNode> profile = ArmJson.child(scaleSet, "properties", "virtualMachineProfile");
        boolean windows = profile
                .filter(of -> ArmJson.child(of, "osProfile", "windowsConfiguration").isPresent()
                        || ArmJson.text(of, "storageProfile", "osDisk", "osType").equalsIgnoreCase("Windows"))
                .isPresent();
        if (!windows)
            return false;
        ObjectNode image = ArmJson.child(profile.get(), "storageProfile", "imageReference").orElseGet(ArmJson::object);
        String name = (ArmJson.text(image, "id") + " " + ArmJson.text(image, "sku")).toLowerCase(Locale.ROOT);
        return name.contains("2019") || name.contains("/versions/" + WINDOWS_2019_BUILD)
                || ArmJson.text(image, "version").startsWith(WINDOWS_2019_BUILD);
    }

    /** The uniform scale sets of these machines, whether or not their instances have been seen. */
    static Set<ArmId> of(Set<ArmId> machines) {
        Set<ArmId> scaleSets = new TreeSet<>();
        machines.stream()
                .filter(machine -> machine.hasType(ArmTypes.SCALE_SET_VM))
                .forEach(machine -> machine.parent().ifPresent(scaleSets::add));
        return scaleSets;
    }
}
