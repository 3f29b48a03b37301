package io.azureccm.e2e.suite.faults.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.World;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as a difference between the outcome after faults and the one without. */
class OutcomesTest {
    private static final String BALANCER = "microsoft.network/loadbalancers/kubernetes-internal";

    @Test
    void servicesMayShareAPrivateFrontendOrNot() {
        assertThat(differences(shared("privateIPAddress"), apart("privateIPAddress"))).isEmpty();
        assertThat(differences(apart("privateIPAddress"), shared("privateIPAddress"))).isEmpty();
    }

    @Test
    void aPrivateLinkServiceMayLeadToAFrontendThatItsServiceSharesAndToNoOther() {
        assertThat(differences(with(apart("privateIPAddress"), "two"), with(shared("privateIPAddress"), "one")))
                .isEmpty();
        assertThat(differences(with(apart("privateIPAddress"), "two"), with(apart("privateIPAddress"), "one")))
                .isNotEmpty();
    }

    /** With the private link service of the second Service, which leads to this frontend. */
    private static ObjectNode with(ObjectNode state, String frontend) {
        state.set(BALANCER.replaceAll("loadbalancers/.*", "privatelinkservices/pls-a{uid-two}"), Foreign.json("""
                {"properties": {"loadBalancerFrontendIpConfigurations": [
                 {"id": "%s/frontendipconfigurations/a{uid-%s}"}]}}""".formatted(BALANCER, frontend)));
        return state;
    }

    @Test
    void aPublicFrontendIsSharedByThoseWhoAskForIt() {
        assertThat(differences(shared("publicIPAddress"), apart("publicIPAddress"))).isNotEmpty();
    }

    @Test
    void aRuleThatIsMissingOrLeadsElsewhereIsADifference() {
        assertThat(differences(apart("privateIPAddress"), balancer(List.of(
                frontend("one", "10.0.0.4", "privateIPAddress", "one")), List.of(rule("one", "one"))))).isNotEmpty();
        assertThat(differences(apart("privateIPAddress"), balancer(List.of(
                frontend("one", "10.0.0.4", "privateIPAddress", "two"),
                frontend("two", "10.0.0.5", "privateIPAddress", "one")),
                List.of(rule("one", "two"), rule("two", "two"))))).isNotEmpty();
    }

    private static List<String> differences(ObjectNode expected, ObjectNode found) {
        return Outcomes.differences(World.SERVICES, Set.of(), expected, found);
    }

    private static ObjectNode shared(String kind) {
        return balancer(List.of(frontend("one", "10.0.0.4", kind, "one", "two")),
                List.of(rule("one", "one"), rule("two", "one")));
    }

    private static ObjectNode apart(String kind) {
        return balancer(List.of(frontend("one", "10.0.0.4", kind, "one"),
                frontend("two", "10.0.0.5", kind, "two")), List.of(rule("one", "one"), rule("two", "two")));
    }

    private static ObjectNode balancer(List<String> frontends, List<String> rules) {
        return Foreign
                .json("""
                        {"%1$s": {"id": "%1$s", "properties": {"frontendIPConfigurations": [%2$s], "loadBalancingRules": [%3$s]}}}"""
                        .formatted(BALANCER, String.join(",", frontends), String.join(",", rules)));
    }

    private static String frontend(String name, String address, String kind, String... services) {
        List<String> rules = List.of(services)
                .stream()
                .map(service -> "{\"id\": \"%s/loadbalancingrules/a{uid-%s}-tcp-80\"}".formatted(BALANCER, service))
                .toList();
        return """
                {"id": "%s/frontendipconfigurations/a{uid-%s}", "name": "a{uid-%s}",
                 "properties": {"%s": "%s", "loadBalancingRules": [%s]}}"""
                .formatted(BALANCER, name, name, kind, address, String.join(",", rules));
    }

    private static String rule(String service, String frontend) {
        return """
                {"name": "a{uid-%s}-TCP-80", "properties": {
                 "frontendIPConfiguration": {"id": "%s/frontendipconfigurations/a{uid-%s}"}}}"""
                .formatted(service, BALANCER, frontend);
    }
}
