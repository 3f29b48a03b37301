package io.azureccm.common.core.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttributionTest {
    private static final String GROUP = "/subscriptions/S/resourceGroups/RG";
    private static final String NETWORK = GROUP + "/providers/Microsoft.Network";
    private static final ArmId BALANCER = ArmId.parse(NETWORK + "/loadBalancers/kubernetes");
    private static final String VIP = "/subscriptions/s/resourceGroups/users/providers/Microsoft.Network/publicIPAddresses/vip";
    private static final String SUBNET = NETWORK + "/virtualNetworks/net/subnets/default";

    @ParameterizedTest
    @CsvSource({"LinkedAuthorizationFailed,LINKED_RESOURCE", "linkedauthorizationfailed,LINKED_RESOURCE",
            "AuthorizationFailed,RESOURCE", "RequestDisallowedByPolicy,UNCLEAR", "ScopeLocked,RESOURCE",
            "ReadOnlyDisabledSubscription,SCOPE", "SubscriptionNotFound,SCOPE", "ResourceGroupNotFound,SCOPE",
            "PublicIPCountLimitReached,RESOURCE", "InvalidTagValueLength,UNCLEAR", "SubnetIsFull,LINKED_RESOURCE",
            "PrivateIPAddressIsAllocated,ELEMENT", "PublicIPAddressInUse,LINKED_RESOURCE",
            "PublicIPAddressCannotBeDeleted,RESOURCE", "DnsRecordInUse,ELEMENT",
            "PublicIPAndLBSkuDoNotMatch,LINKED_RESOURCE", "InvalidResourceReference,LINKED_RESOURCE",
            "LoadBalancerRuleCountLimitReached,ELEMENT", "SecurityRuleCountLimitReached,ELEMENT",
            "AmbiguousPolicyEvaluationPaths,UNCLEAR", "OperationNotAllowed,UNCLEAR", "SomethingNew,UNCLEAR"})
    void codesSayWhatARefusalIsAbout(String code, RefusalSubject subject) {
        assertThat(attribution(code, "no details").subject()).isEqualTo(subject);
    }

    @Test
    void everyCodeIsListedOnce() {
        assertThat(RefusalCatalogue.rows()).extracting(row -> row.code().toLowerCase(Locale.ROOT))
                .doesNotHaveDuplicates();
    }

    @Test
    void whoRefersToTheLinkedResourceIsRefused() {
        Attribution linked = attribution("LinkedAuthorizationFailed",
                "PUT loadBalancers/kubernetes: HTTP 403 LinkedAuthorizationFailed: The client 'c' has permission to perform "
                        + "action 'Microsoft.Network/loadBalancers/write' on scope '" + BALANCER
                        + "'; however, it does not have permission to perform action 'Microsoft.Network/publicIPAddresses/"
                        + "join/action' on the linked scope(s) '" + VIP.toUpperCase() + "' (respectively).");

        assertThat(linked.elements()).as("the frontend, and the rule of another owner behind it")
                .containsExactlyInAnyOrder("bad", "sharer-TCP-80");
        assertThat(linked.isCertain()).isTrue();
    }

    @Test
    void whoRefersToAPartOfTheLinkedResourceIsRefused() {
        assertThat(attribution("InvalidResourceReference", "Resource " + NETWORK
                + "/virtualNetworks/net referenced by resource " + BALANCER + " was not found.").elements())
                .containsExactly("internal");
    }

    @Test
    void linkedResourceMayBeNamedWithoutItsId() {
        Attribution full = attribution("SubnetIsFull",
                "Subnet default with address prefix 10.0.0.0/24 does not have enough capacity for 1 IP addresses.");

        assertThat(full.elements()).containsExactly("internal");
        assertThat(full.isCertain()).isTrue();
    }

    @Test
    void elementThatTheMessageNamesIsRefused() {
        assertThat(attribution("PrivateIPAddressIsAllocated", "IP configuration " + BALANCER
                + "/frontendIPConfigurations/internal is using the private IP address 10.0.0.4 which is already allocated "
                + "to resource " + NETWORK + "/networkInterfaces/nic.").elements()).containsExactly("internal");
    }

    @Test
    void namesInARefusalWithAnUnknownCodeAreOnlySuspected() {
        Attribution unknown = attribution("SomethingNew", "Rule 'bad-TCP-80' is odd.");

        assertThat(unknown.elements()).containsExactly("bad-TCP-80");
        assertThat(unknown.isCertain()).isFalse();
    }

    @Test
    void partOfANameIsNotTheName() {
        assertThat(attribution("SomethingNew", "Rule 'bad-TCP-8' is odd, and so are x.bad and bad_2.").elements())
                .isEmpty();
        assertThat(attribution("SomethingNew", "Something is wrong with bad.").elements()).contains("bad");
    }

    @ParameterizedTest
    @CsvSource({"/subscriptions/s/resourcegroups/rg,SCOPE", "/subscriptions/s,SCOPE",
            "/subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/kubernetes,RESOURCE"})
    void lockConcernsWhatIsInItsScope(String scope, RefusalSubject subject) {
        Attribution lock = attribution("ScopeLocked", "The scope '" + BALANCER
                + "' cannot perform write operation because following scope(s) are locked: '" + scope
                + "'. Please remove the lock and try again.");

        assertThat(lock.subject()).isEqualTo(subject);
        assertThat(Attribution.contains(lock.scope(), BALANCER)).isTrue();
        assertThat(Attribution.contains(lock.scope(), ArmId.of("s", "rg2", ArmTypes.PUBLIC_IP, "ip")))
                .isEqualTo(scope.endsWith("/s"));
    }

    @Test
    void missingGroupConcernsTheGroupAndADisabledSubscriptionTheSubscription() {
        ArmId sibling = ArmId.of("s", "rg", ArmTypes.PUBLIC_IP, "ip");
        ArmId elsewhere = ArmId.of("s", "other", ArmTypes.PUBLIC_IP, "ip");

        Attribution group = attribution("ResourceGroupNotFound", "Resource group 'RG' could not be found.");
        assertThat(Attribution.contains(group.scope(), sibling)).isTrue();
        assertThat(Attribution.contains(group.scope(), elsewhere)).isFalse();
        assertThat(Attribution.contains(attribution("ReadOnlyDisabledSubscription", "disabled").scope(), elsewhere))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "location, type", "tags[costCenter], type", "sku.name"})
    void policyAboutTheResourceItselfIsNotSearched(String fields) {
        assertThat(denied(List.of(fields.split(", "))).subject()).isEqualTo(RefusalSubject.RESOURCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"properties.securityRules[2].sourceAddressPrefix, type", "nameserver",
            "Microsoft.Network/loadBalancers/frontendIPConfigurations[*].publicIPAddress"})
    void policyAboutTheContentIsSearched(String fields) {
        assertThat(denied(List.of(fields.split(", "))).subject()).isEqualTo(RefusalSubject.UNCLEAR);
    }

    /** Each Service that shares a public IP may ask for tags. */
    @Test
    void policyAboutTagsOfAPublicIpIsSearched() {
        Operation write = Operation.put(ArmId.parse(VIP), body(), "", List.of());

        assertThat(Attribution.of(write, new Outcome.Rejected(403, "RequestDisallowedByPolicy",
                "disallowed " + PolicyEvaluation.text(Set.of("type", "tags.env")))).subject())
                .isEqualTo(RefusalSubject.UNCLEAR);
        assertThat(Attribution.of(write, new Outcome.Rejected(403, "RequestDisallowedByPolicy",
                "disallowed " + PolicyEvaluation.text(Set.of("type", "location")))).subject())
                .isEqualTo(RefusalSubject.RESOURCE);
    }

    private static Attribution denied(List<String> fields) {
        return attribution("RequestDisallowedByPolicy",
                "Resource 'kubernetes' was disallowed by policy. " + PolicyEvaluation.text(Set.copyOf(fields)));
    }

    private static Attribution attribution(String code, String message) {
        return Attribution.of(Operation.put(BALANCER, body(), "", List.of()),
                new Outcome.Rejected(400, code, message));
    }

    private static ObjectNode body() {
        try {
            return (ObjectNode) new ObjectMapper().readTree("""
                    {"name": "kubernetes", "properties": {
                      "frontendIPConfigurations": [
                        {"name": "good", "properties": {"publicIPAddress": {"id": "%1$s/publicIPAddresses/good"}}},
                        {"name": "bad", "properties": {"publicIPAddress": {"id": "%2$s"}}},
                        {"name": "internal", "properties": {"subnet": {"id": "%3$s"}}}],
                      "loadBalancingRules": [{"name": "bad-TCP-80", "properties": {}},
                        {"name": "sharer-TCP-80", "properties": {"frontendIPConfiguration": {"id":
                          "%1$s/loadBalancers/Kubernetes/frontendIPConfigurations/bad"}}}, null, {"name": 5}]}}
                    """.formatted(NETWORK, VIP, SUBNET));
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
