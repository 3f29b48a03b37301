package io.azureccm.common.boot.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.NetworkConfig;
import io.azureccm.common.config.credential.CredentialSpec;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.PrintableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the names in the cloud config and the permissions of the identity against Azure. Read-only. */
final class AzureChecks {
    private static final int SHOWN = 3;

    private final App app;
    private final CloudConfig config;
    private final CredentialAdvice credential;
    private final ArmGateway gateway;

    /** {@code credential}: the one that the gateway uses. */
    AzureChecks(App app, CloudConfig config, CredentialSpec credential, ArmGateway gateway) {
        this.app = app;
        this.config = config;
        this.credential = new CredentialAdvice(credential, config.resourceGroup());
        this.gateway = gateway;
    }

    /** Token and resource group first; the other checks need a token. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        ArmId group = ArmId.group(config.subscriptionId(), config.resourceGroup());
        boolean there;
        try {
            there = gateway.get(group).isPresent();
        } catch (ArmException failure) {
            return refused(failure);
        }
        findings.add(Finding.ok("token", "Microsoft Entra issues a token, and ARM accepts it"));
        findings.add(there
                ? Finding.ok("resource-group", config.resourceGroup() + " exists")
                : Finding.failure("resource-group", absent("resourceGroup", config.resourceGroup(), names(
                        ArmId.parse("/subscriptions/" + config.subscriptionId() + "/resourceGroups"))),
                        "az group list --subscription " + config.subscriptionId() + " --output table"));
        findings.addAll(rights());
        if (app == App.SERVICE)
            findings.addAll(serviceNames());
        if (app == App.ROUTE)
            findings.add(routeTable());
        return findings;
    }

    private List<Finding> refused(ArmException failure) {
        return switch (failure.kind()) {
            case UNAUTHENTICATED -> List.of(Finding.failure("token", "ARM does not accept the token, or there is"
                    + " none: " + line(failure), credential.withoutToken()));
            case FORBIDDEN -> {
                List<Finding> findings = new ArrayList<>();
                findings.add(Finding.ok("token", "Microsoft Entra issues a token, and ARM accepts it"));
                findings.add(Finding.failure("resource-group", "cannot be read: " + line(failure),
                        assign(ArmId.group(config.subscriptionId(), config.resourceGroup()))));
                findings.addAll(rights());
                yield findings;
            }
            default -> List.of(Finding.failure("token", "could not be checked: " + line(failure),
                    "az account get-access-token --resource " + "https://management.azure.com/"));
        };
    }

    private List<Finding> rights() {
        Map<String, RequiredPermissions> byScope = new LinkedHashMap<>();
        RequiredPermissions.of(app, config)
                .forEach(each -> byScope.merge(each.scope().key(), each, AzureChecks::merged));
        return byScope.values().stream().map(this::rights).toList();
    }

    private static RequiredPermissions merged(RequiredPermissions one, RequiredPermissions other) {
        Set<String> needed = new LinkedHashSet<>(one.needed());
        needed.addAll(other.needed());
        Set<String> optional = new LinkedHashSet<>(one.optional());
        optional.addAll(other.optional());
        optional.removeAll(needed);
        return new RequiredPermissions(one.scopeName(), one.scope(), List.copyOf(needed), List.copyOf(optional));
    }

    private Finding rights(RequiredPermissions at) {
        String group = at.scope().resourceGroup();
        AzurePermissions granted;
        try {
            if (!group.isEmpty() && gateway.get(ArmId.group(at.scope().subscription(), group)).isEmpty())
                return Finding.warning("rights", at.scopeName() + ": not checked, resource group " + group
                        + " does not exist",
                        "az group list --subscription " + at.scope().subscription()
                                + " --output table");
            granted = AzurePermissions.of(gateway.list(ArmId.parse(at.scope()
                    + "/providers/Microsoft.Authorization/permissions")));
        } catch (ArmException failure) {
            return Finding.warning("rights", at.scopeName() + ": permissions cannot be listed: " + line(failure),
                    assign(at.scope()));
        }
        List<String> missing = granted.missing(at.needed());
        if (!missing.isEmpty())
            return Finding.failure("rights",
                    at.scopeName() + ": missing permissions: " + PrintableText.some(missing, SHOWN),
                    assign(at.scope()));
        List<String> further = granted.missing(at.optional());
        return further.isEmpty()
                ? Finding.ok("rights",
                        at.scopeName() + ": all " + (at.needed().size() + at.optional().size())
                                + " actions are allowed")
                : Finding.warning("rights", at.scopeName() + ": missing permissions that only some features need: "
                        + PrintableText.some(further, SHOWN), assign(at.scope()));
    }

    private List<Finding> serviceNames() {
        NetworkConfig network = config.placement().network();
        List<Finding> findings = new ArrayList<>();
        ArmId vnet = ArmId.of(config.networkSubscriptionId(), config.vnetResourceGroup(),
                "Microsoft.Network/virtualNetworks", network.vnetName());
        Set<String> subnets = names(vnet.children("subnets"));
        String where = " --resource-group " + config.vnetResourceGroup();
        findings.add(subnets.isEmpty()
                ? Finding.failure("network", absent("vnetName", network.vnetName(), names(ArmId.collection(
                        config.networkSubscriptionId(), config.vnetResourceGroup(),
                        "Microsoft.Network/virtualNetworks"))), "az network vnet list" + where + " --output table")
                : Finding.ok("network", network.vnetName() + " exists"));
        if (!subnets.isEmpty())
            findings.add(has(subnets, network.subnetName())
                    ? Finding.ok("subnet", network.subnetName() + " exists")
                    : Finding.failure("subnet", absent("subnetName", network.subnetName(), subnets),
                            "az network vnet subnet list" + where + " --vnet-name " + network.vnetName()
                                    + " --output table"));
        if (!network.securityGroupName().isEmpty())
            findings.add(named("security-group", "securityGroupName", network.securityGroupName(),
                    ArmId.collection(config.networkSubscriptionId(), config.securityGroupResourceGroup(),
                            ArmTypes.SECURITY_GROUP),
                    "az network nsg list"));
        return findings;
    }

    private Finding routeTable() {
        return named("route-table", "routeTableName", config.placement().network().routeTableName(),
                ArmId.collection(config.networkSubscriptionId(), config.routeTableResourceGroup(),
                        ArmTypes.ROUTE_TABLE),
                "az network route-table list");
    }

    private Finding named(String check, String key, String name, ArmId collection, String command) {
        try {
            if (gateway.get(ArmId.parse(collection + "/" + name)).isPresent())
                return Finding.ok(check, name + " exists");
        } catch (ArmException failure) {
            return Finding.failure(check, name + " cannot be read: " + line(failure), assign(collection));
        }
        String remedy = command + " --resource-group " + collection.resourceGroup() + " --output table";
        return app == App.ROUTE
                ? Finding.warning(check, absent(key, name, names(collection)) + "; the controller would create it",
                        remedy)
                : Finding.failure(check, absent(key, name, names(collection)), remedy);
    }

    private static String absent(String key, String name, Set<String> there) {
        return key + " \"" + name + "\" does not exist" + NearestName.hint(name, there);
    }

    private static boolean has(Set<String> names, String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }

    /** Empty if they cannot be listed: they are only used for a hint. */
    private Set<String> names(ArmId collection) {
        Set<String> names = new LinkedHashSet<>();
        try {
            for (ObjectNode each : gateway.list(collection)) {
                names.add(each.path("name").asText());
            }
        } catch (ArmException notAllowed) {
            return Set.of();
        }
        return names;
    }

    /** For a whole subscription there is a role that only allows reading quotas. */
    private String assign(ArmId scope) {
        String role = scope.resourceGroup().isEmpty() ? "quota-reader" : app.title();
        return "az role assignment create --role \"Kubernetes on Azure: " + role + "\" --assignee "
                + credential.assignee()
                + " --scope " + scope;
    }

    private static String line(ArmException failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.code());
    }
}
