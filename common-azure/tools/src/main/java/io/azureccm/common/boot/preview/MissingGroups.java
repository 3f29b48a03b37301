package io.azureccm.common.boot.preview;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.preview.Preview;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Resource groups of the cloud config that do not exist. ARM answers a read in one as it does for a resource that does not
 * exist, so only a read of the group itself tells it from an empty group.
 */
final class MissingGroups {
    private MissingGroups() {}

    /** The preview; if something was read in such a group, no plan but the keys that name them. */
    static Preview planWithout(Preview preview, CloudConfig config, ReadLog reads) {
        Map<ArmId, String> missing = keys(config);
        missing.keySet().removeIf(group -> !isBlank(group, reads.answers()) || !reads.isAbsent(group));
        List<String> problems = missing.entrySet()
                .stream()
                .map(each -> describe(each.getValue(), each.getKey()))
                .toList();
        return problems.isEmpty() ? preview : preview.withoutPlan().lacking(problems);
    }

    private static Map<ArmId, String> keys(CloudConfig config) {
        Map<ArmId, String> keys = new LinkedHashMap<>();
        keys.put(ArmId.group(config.subscriptionId(), config.resourceGroup()), "resourceGroup");
        BiConsumer<String, String> network = (key, group) -> keys
                .putIfAbsent(ArmId.group(config.networkSubscriptionId(), group), key);
        network.accept("loadBalancerResourceGroup", config.loadBalancerResourceGroup());
        network.accept("vnetResourceGroup", config.vnetResourceGroup());
        network.accept("securityGroupResourceGroup", config.securityGroupResourceGroup());
        network.accept("routeTableResourceGroup", config.routeTableResourceGroup());
        keys.putIfAbsent(ArmId.group(config.subscriptionId(), config.privateLinkServiceResourceGroup()),
                "privateLinkServiceResourceGroup");
        return keys;
    }

    /** Whether something was read in the group, and nothing was there. */
    private static boolean isBlank(ArmId group, List<ReadLog.Answered> answers) {
        List<ReadLog.Answered> inGroup = answers.stream()
                .filter(each -> each.read().id().isIn(group))
                .toList();
        return !inGroup.isEmpty()
                && inGroup.stream().allMatch(each -> each.answer().isEmpty() && each.failure().isEmpty());
    }

    private static String describe(String key, ArmId group) {
        return key + " \"" + group.name() + "\" does not exist in subscription " + group.subscription()
                + ": nothing can be read or written there";
    }
}
