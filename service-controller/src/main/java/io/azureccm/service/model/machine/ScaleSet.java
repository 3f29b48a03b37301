package io.azureccm.service.model.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.spec.IpFamily;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A scale set, uniform or flexible; the pools in its model apply to machines created from now on. */
public record ScaleSet(ArmId id, ObjectNode json) implements PoolMember {
    private static final String FLEX_NETWORK_API_VERSION = "2020-11-01";
    /** The build number of Windows Server 2019, with which the versions of its images begin. */
    private static final String WINDOWS_2019_BUILD = "17763.";

    public static ScaleSet of(ObjectNode json) {
        return new ScaleSet(ArmId.parse(ArmJson.text(json, "id")), json);
    }

    public boolean isFlexible() {
        return ArmJson.text(json, "properties", "orchestrationMode").equalsIgnoreCase("Flexible");
    }

    public boolean runsWindows2019() {
        Optional<ObjectNode> profile = ArmJson.child(json, "properties", "virtualMachineProfile");
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

    @Override
    public NetworkProfile profile() {
        return new NetworkProfile(ArmJson.list(json, "properties", "virtualMachineProfile", "networkProfile",
                "networkInterfaceConfigurations"));
    }

    /**
     * Without the capacity: Azure keeps the number of machines if it is not set, and an outdated number would bring back a machine that was
     * removed. Without the API version of its network Azure rejects interfaces in the model of a flexible scale set.
     */
    @Override
    public ScaleSet with(Map<IpFamily, Set<ArmId>> join, Set<ArmId> leave) {
        ScaleSet next = new ScaleSet(id, json.deepCopy());
        next.profile().edit(join, leave);
        ArmJson.child(next.json, "properties").ifPresent(properties -> properties.remove("provisioningState"));
        ArmJson.child(next.json, "sku").ifPresent(sku -> sku.remove("capacity"));
        if (isFlexible())
            ArmJson.child(next.json, "properties", "virtualMachineProfile", "networkProfile")
                    .filter(network -> ArmJson.text(network, "networkApiVersion").isEmpty())
                    .ifPresent(network -> network.put("networkApiVersion", FLEX_NETWORK_API_VERSION));
        return next;
    }
}
