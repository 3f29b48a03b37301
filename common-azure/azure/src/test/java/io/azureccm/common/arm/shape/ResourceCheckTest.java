package io.azureccm.common.arm.shape;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each type that is read: a resource of the right shape fits, and each breakage of what is read does not. */
class ResourceCheckTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TYPES = List.of(ArmTypes.LOAD_BALANCER, ArmTypes.PUBLIC_IP,
            ArmTypes.SECURITY_GROUP, ArmTypes.ROUTE_TABLE, ArmTypes.PRIVATE_LINK_SERVICE, ArmTypes.NETWORK_INTERFACE,
            ArmTypes.SCALE_SET, ArmTypes.VIRTUAL_MACHINE, ArmTypes.AVAILABILITY_SET);
    private static final ArmId SUBNETS = ArmId.of("s", "rg", "Microsoft.Network/virtualNetworks", "net")
            .children("subnets");
    private static final ArmId INSTANCES = ArmId.of("s", "rg", ArmTypes.SCALE_SET, "pool").children("virtualMachines");

    /** The lists that are read: of a resource group, and of a parent. */
    private static Stream<ArmId> lists() {
        return Stream.concat(TYPES.stream().map(type -> ArmId.collection("s", "rg", type)),
                Stream.of(SUBNETS, INSTANCES));
    }

    private static Stream<Arguments> breakages() {
        return lists().flatMap(list -> Stream.of("/id 5", "/id null", "/id -", "/id \"\"", "/id \"a\"", "/id {}",
                "/id \"/subscriptions/s/resourceGroups/rg/providers/Microsoft.Other/things/a\"", "/name -", "/name 5",
                "/name null", "/name \" \"", "/name []", "/properties -", "/properties null", "/properties 5",
                "/properties \"text\"", "/properties []", "/tags []", "/tags {\"a\":5}", "/zones {}", "/zones [5]",
                "/etag 7",
                "/location {}", "/sku \"Standard\"", "/properties/provisioningState []", " null", " 5", " []",
                " \"text\"")
                .map(breakage -> Arguments.of(list, breakage.split(" ", 2)[0], breakage.split(" ", 2)[1])));
    }

    @ParameterizedTest
    @MethodSource("lists")
    void resourceOfTheRightShapeFitsWhateverItsOtherMembersAre(ArmId list) {
        ObjectNode whole = whole(list);
        assertThat(ResourceCheck.element(list, 1, whole)).isEmpty();

        whole.set("unknown", deep(10_000));
        whole.withObjectProperty("properties").putNull("other").set("deep", deep(10_000));
        whole.putNull("tags").putNull("etag");
        assertThat(ResourceCheck.element(list, 1, whole)).isEmpty();
        assertThat(ResourceCheck.resource(id(list), whole)).isEmpty();
    }

    @ParameterizedTest(name = "{0} with {1} as {2}")
    @MethodSource("breakages")
    void breakageOfWhatEveryResourceHasMakesItUnreadable(ArmId list, String pointer, String value) {
        JsonNode broken = broken(whole(list), pointer, value);

        Optional<UnreadableResource> unreadable = ResourceCheck.element(list, 3, broken);
        assertThat(unreadable).isPresent();
        boolean isNamed = !pointer.isEmpty() && !pointer.equals("/id");
        assertThat(unreadable.get().id()).isEqualTo(broken.has("id") && isNamed
                || pointer.equals("/id") && !list.equals(INSTANCES)
                        ? id(list)
                        : UnreadableResource.at(list, 3, "").id());
        assertThat(unreadable.get().problem()).contains(pointer.isEmpty()
                ? "must be an object"
                : pointer.substring(pointer.lastIndexOf('/') + 1), "must be");
        assertThat(ResourceCheck.resource(id(list), broken)).get()
                .extracting(UnreadableResource::id)
                .isEqualTo(id(list));
    }

    @ParameterizedTest(name = "{0}: {1} as {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "publicIPAddresses | ipAddress | 5 | properties.ipAddress is 5, but must be text",
            "publicIPAddresses | ipConfiguration | {} | properties.ipConfiguration.id is missing, but must be the id of a resource",
            "publicIPAddresses | ipTags | {} | properties.ipTags is an object, but must be a list of objects",
            "publicIPAddresses | dnsSettings | [] | properties.dnsSettings is a list, but must be an object",
            "networkSecurityGroups | securityRules | null | properties.securityRules is null, but must be a list of elements with names",
            "networkSecurityGroups | securityRules | [{\"name\":\"a\",\"properties\":{\"priority\":\"1\"}}] | properties.securityRules[0].properties.priority is \"1\", but must be a whole number",
            "networkSecurityGroups | securityRules | [{\"name\":\"a\",\"properties\":{\"priority\":9999999999}}] | properties.securityRules[0].properties.priority is 9999999999, but must be a whole number",
            "routeTables | routes | [null] | properties.routes[0] is null, but must be an object",
            "routeTables | routes | [{\"name\":\"a\",\"properties\":[]}] | properties.routes[0].properties is a list, but must be an object",
            "privateLinkServices | loadBalancerFrontendIpConfigurations | [5] | properties.loadBalancerFrontendIpConfigurations[0] is 5, but must be an object",
            "privateLinkServices | fqdns | [null] | properties.fqdns[0] is null, but must be text",
            "networkInterfaces | ipConfigurations | {} | properties.ipConfigurations is an object, but must be a list of elements with names",
            "networkInterfaces | primary | \"yes\" | properties.primary is \"yes\", but must be true or false",
            "virtualMachines | networkProfile | {\"networkInterfaces\":[{}]} | properties.networkProfile.networkInterfaces[0].id is missing, but must be the id of a resource",
            "virtualMachines | instanceView | {\"statuses\":{}} | properties.instanceView.statuses is an object, but must be a list of objects",
            "virtualMachineScaleSets | virtualMachineProfile | 5 | properties.virtualMachineProfile is 5, but must be an object",
            "loadBalancers | loadBalancingRules | [{\"name\":\"a\",\"properties\":{\"backendPort\":true}}] | properties.loadBalancingRules[0].properties.backendPort is true, but must be a whole number",
            "loadBalancers | backendAddressPools | [{\"name\":\"a\",\"properties\":{\"loadBalancerBackendAddresses\":null}}] | "})
    void breakageOfAMemberOfItsTypeIsNamed(String last, String member, String value, String problem) {
        ArmId list = lists().filter(each -> each.type().endsWith("/" + last)).findFirst().orElseThrow();
        JsonNode broken = broken(whole(list), "/properties/" + member, value);

        assertThat(ResourceCheck.element(list, 1, broken).map(UnreadableResource::problem))
                .isEqualTo(Optional.ofNullable(problem));
    }

    @Test
    void knownMemberThatIsNestedThousandsOfLevelsDeepIsNamedWithoutFollowingIt() {
        ArmId list = ArmId.collection("s", "rg", ArmTypes.SECURITY_GROUP);
        ObjectNode broken = whole(list);
        broken.withObjectProperty("properties").set("securityRules", deep(10_000));

        assertThat(ResourceCheck.element(list, 1, broken)).get()
                .extracting(UnreadableResource::problem)
                .isEqualTo("properties.securityRules is an object, but must be a list of elements with names");
    }

    @Test
    void elementIsNotTakenForAResourceOfAnotherPlace() {
        ArmId list = ArmId.collection("s", "rg", ArmTypes.PUBLIC_IP);
        ObjectNode broken = whole(list).put("id", ArmId.of("other", "rg", ArmTypes.PUBLIC_IP, "b").toString());
        broken.putNull("properties");

        assertThat(ResourceCheck.element(list, 1, broken)).get()
                .extracting(UnreadableResource::id)
                .isEqualTo(id(list));
    }

    private static ArmId id(ArmId list) {
        return ArmId.parse(list + "/a");
    }

    private static ObjectNode whole(ArmId list) {
        ObjectNode whole = JSON.createObjectNode().put("id", id(list).toString()).put("name", "a").put("etag", "W/1");
        whole.put("location", "eastus").putObject("properties").put("provisioningState", "Succeeded");
        whole.putObject("tags").put("k", "v");
        return whole;
    }

    /** {@code value} is JSON, or {@code -} for a member that is left out. */
    private static JsonNode broken(ObjectNode whole, String pointer, String value) {
        try {
            if (pointer.isEmpty())
                return JSON.readTree(value);
            JsonPointer at = JsonPointer.compile(pointer);
            ObjectNode owner = (ObjectNode) whole.at(at.head());
            if (value.equals("-"))
                owner.remove(at.last().getMatchingProperty());
            else
                owner.set(at.last().getMatchingProperty(), JSON.readTree(value));
            return whole;
        } catch (JsonProcessingException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    private static ObjectNode deep(int levels) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode last = root;
        for (int i = 0; i < levels; i++)
            last = last.putObject("a");
        return root;
    }
}
