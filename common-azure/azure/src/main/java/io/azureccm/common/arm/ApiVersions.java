package io.azureccm.common.arm;

import io.azureccm.common.core.ArmId;
import java.util.Locale;
import java.util.Map;

/**
 * The api-version of every type this suite calls: the versions from which the reference's clients are generated, and for
 * Azure Stack the latest ones that its resource providers support.
 */
public record ApiVersions(boolean azureStack) {
    public static final ApiVersions AZURE = new ApiVersions(false);
    public static final ApiVersions AZURE_STACK = new ApiVersions(true);

    private static final String RESOURCES = "2021-04-01";
    private static final String NETWORK = "2025-05-01";
    private static final String COMPUTE = "2025-04-01";
    private static final String AUTHORIZATION = "2022-04-01";
    /** At any scope: the permissions of the caller. */
    private static final String PERMISSIONS = "/providers/microsoft.authorization/permissions";
    private static final String KEY_VAULT = "2024-11-01";
    /** Network interfaces and addresses of scale set instances are in Compute paths and frozen at this version. */
    private static final String SCALE_SET_NETWORK = "2018-10-01";
    private static final String SCALE_SETS = "microsoft.compute/virtualmachinescalesets";

    private static final Map<String, String> STACK = Map.ofEntries(
            Map.entry("microsoft.network/loadbalancers", "2018-11-01"),
            Map.entry("microsoft.network/publicipaddresses", "2018-11-01"),
            Map.entry("microsoft.network/networksecuritygroups", "2018-11-01"),
            Map.entry("microsoft.network/routetables", "2018-11-01"),
            Map.entry("microsoft.network/networkinterfaces", "2018-11-01"),
            Map.entry("microsoft.network/virtualnetworks", "2018-11-01"),
            Map.entry("microsoft.network/privatelinkservices", "2019-03-01"),
            Map.entry("microsoft.compute/virtualmachines", "2017-12-01"),
            Map.entry(SCALE_SETS, "2019-07-01"),
            Map.entry("microsoft.compute/availabilitysets", "2019-07-01"));

    /** The version for a resource, a collection, a resource provider or a resource group; an unknown type is an error. */
    public String of(ArmId id) {
        if (id.key().endsWith(PERMISSIONS))
            return AUTHORIZATION;
        String type = id.type().toLowerCase(Locale.ROOT);
        int namespaceEnd = type.indexOf('/');
        if (namespaceEnd < 0)
            return RESOURCES;
        if (type.startsWith(SCALE_SETS)
                && (type.contains("/networkinterfaces") || type.contains("/publicipaddresses")))
            return SCALE_SET_NETWORK;
        if (azureStack) {
            int childStart = type.indexOf('/', namespaceEnd + 1);
            String older = STACK.get(childStart < 0 ? type : type.substring(0, childStart));
            if (older != null)
                return older;
        }
        return switch (type.substring(0, namespaceEnd)) {
            case "microsoft.network" -> NETWORK;
            case "microsoft.compute" -> COMPUTE;
            case "microsoft.keyvault" -> KEY_VAULT;
            case "microsoft.resources" -> RESOURCES;
            default -> throw new IllegalArgumentException("no api-version is known for " + id.type() + " (" + id + ")");
        };
    }
}
