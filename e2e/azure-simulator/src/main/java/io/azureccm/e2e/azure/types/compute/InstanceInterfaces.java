package io.azureccm.e2e.azure.types.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.types.network.NetworkInterfaces;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Interfaces and public addresses of scale set instances, in the format of api-version 2018-10-01: without a location.
 */
public final class InstanceInterfaces {
    private InstanceInterfaces() {}

    /** All interfaces of an instance. */
    public static List<ObjectNode> of(Resource instance) {
        return InstanceNetworking.of(instance).stream().map(model -> show(instance, model)).toList();
    }

    private static ObjectNode show(Resource instance, ObjectNode model) {
        String name = Json.name(model);
        String id = instance.id() + "/networkInterfaces/" + name;
        String etag = etag(instance);
        ObjectNode shown = Json.object()
                .put("name", name)
                .put("id", id)
                .put("etag", etag)
                .put("type",
                        ScaleSetInstances.NAME + "/networkInterfaces");
        ObjectNode properties = Json.properties(shown).put("provisioningState", "Succeeded");
        ObjectNode of = Json.properties(model);
        var configurations = properties.putArray("ipConfigurations");
        for (ObjectNode configuration : Json.objects(of, "ipConfigurations"))
            configurations.add(configuration(instance, model, configuration, id));
        properties.putObject("dnsSettings").putArray("dnsServers");
        properties.put("macAddress", NetworkInterfaces.mac(Json.textOr(instance.properties(), "000000", "vmId")
                .replaceAll("[^0-9a-fA-F]", "0") + "000000"));
        properties.put("enableAcceleratedNetworking", Json.isTrue(of, "enableAcceleratedNetworking"));
        properties.put("enableIPForwarding", Json.isTrue(of, "enableIPForwarding"));
        if (of.has("networkSecurityGroup"))
            properties.set("networkSecurityGroup", of.get("networkSecurityGroup").deepCopy());
        properties.put("primary", Json.isTrue(of, "primary"));
        properties.set("virtualMachine", Json.idObject(instance.id().text()));
        return shown;
    }

    private static ObjectNode configuration(Resource instance, ObjectNode model, ObjectNode configuration, String nic) {
        String name = Json.name(configuration);
        String id = nic + "/ipConfigurations/" + name;
        ObjectNode shown = Json.object().put("name", name).put("id", id).put("etag", etag(instance));
        ObjectNode from = Json.properties(configuration);
        ObjectNode properties = Json.properties(shown).put("provisioningState", "Succeeded");
        String address = InstanceNetworking.address(instance, model, configuration, "addresses");
        if (!address.isEmpty())
            properties.put("privateIPAddress", address);
        properties.put("privateIPAllocationMethod", "Dynamic");
        Json.text(from, "publicIPAddressConfiguration", "name")
                .ifPresent(
                        pip -> properties.set("publicIPAddress", Json.idObject(id + "/publicIPAddresses/" + pip)));
        for (String copied : List.of("subnet", "loadBalancerBackendAddressPools", "privateIPAddressVersion")) {
            if (from.has(copied))
                properties.set(copied, from.get(copied).deepCopy());
        }
        boolean only = Json.objects(model, "properties", "ipConfigurations").size() == 1;
        properties.put("primary", only || Json.isTrue(from, "primary"));
        return shown;
    }

    /** All public addresses of an instance. */
    public static List<ObjectNode> publicAddresses(Resource instance) {
        List<ObjectNode> shown = new ArrayList<>();
        for (ObjectNode nic : InstanceNetworking.of(instance)) {
            for (ObjectNode configuration : Json.objects(nic, "properties", "ipConfigurations"))
                if (Json.at(configuration, "properties", "publicIPAddressConfiguration") instanceof ObjectNode wanted)
                    shown.add(publicAddress(instance, nic, configuration, wanted));
        }
        return shown;
    }

    private static ObjectNode publicAddress(Resource instance, ObjectNode nic, ObjectNode configuration,
            ObjectNode wanted) {
        String id = instance.id() + "/networkInterfaces/" + Json.name(nic) + "/ipConfigurations/"
                + Json.name(configuration);
        ObjectNode shown = Json.object()
                .put("name", Json.name(wanted))
                .put("id", id + "/publicIPAddresses/" + Json.name(wanted))
                .put("etag", etag(instance));
        ObjectNode properties = Json.properties(shown).put("provisioningState", "Succeeded");
        properties.put("ipAddress", InstanceNetworking.address(instance, nic, configuration, "publicAddresses"));
        properties.put("publicIPAddressVersion", Json.textOr(wanted, "IPv4", "properties", "publicIPAddressVersion"));
        properties.put("publicIPAllocationMethod", "Static")
                .put("idleTimeoutInMinutes", Json.intOr(wanted, 4, "properties", "idleTimeoutInMinutes"))
                .putArray("ipTags");
        properties.set("ipConfiguration", Json.idObject(id));
        shown.putObject("sku").put("name", "Standard").put("tier", "Regional");
        return shown;
    }

    private static String etag(Resource instance) {
        return "W/\"" + Json.textOr(instance.properties(), "0", "vmId") + "-" + instance.revision() + "\"";
    }
}
