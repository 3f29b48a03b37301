package io.azureccm.e2e.suite.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy.Failure;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy.Review;
import io.azureccm.e2e.cluster.admission.ExpressionCost;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The policies deny what the parser refuses and warn of what it tells, no more and no less, and cost less than Kubernetes allows. */
class AdmissionParityTest {
    /** {@code -Dadmission.services=5100} for more. */
    private static final int SERVICES = Integer.getInteger("admission.services", 2000);
    private static final long SEED = 20261123;
    /** What only the parser finds: names that are near to ours, not equal to them. */
    private static final Pattern GUESSED = Pattern.compile("annotation (\\S+) .*");

    /** The policies for one of the ways in which a cluster can be set up. */
    private record Setting(SpecSettings specs, AdmissionPolicy errors, AdmissionPolicy warnings,
            ServiceSpecParser parser) {
        static Setting of(boolean standard, boolean sharedProbe, AdditionalAddresses additional, String... groups) {
            Optional<Set<String>> allowed = groups.length == 0 ? Optional.empty() : Optional.of(Set.of(groups));
            SpecSettings specs = new SpecSettings(standard, sharedProbe, 10256, "/healthz",
                    new TenantPolicy(additional, TenantPolicy.Sharing.ANYWHERE, allowed, true), LoadBalancerClass.NONE);
            return new Setting(specs, policy("errors", specs), policy("warnings", specs),
                    new ServiceSpecParser(specs));
        }
    }

    private static AdmissionPolicy policy(String name, SpecSettings specs) {
        ObjectNode spec = Json.parse(AdmissionPoliciesTest.text(name));
        variable(spec, "standard", String.valueOf(specs.standardSku()));
        variable(spec, "sharedProbe", String.valueOf(specs.sharedProbeMode()));
        variable(spec, "additionalIps",
                "'" + specs.tenants().additionalAddresses().name().toLowerCase(Locale.ROOT) + "'");
        variable(spec, "resourceGroups",
                "[" + specs.tenants()
                        .resourceGroups()
                        .orElse(Set.of("*"))
                        .stream()
                        .map(group -> "'" + group + "'")
                        .collect(Collectors.joining(", ")) + "]");
        // An error of an expression is to be seen here, though a cluster passes over it.
        spec.put("failurePolicy", "Fail");
        return AdmissionPolicy.compile(Json.object().set("spec", spec));
    }

    private static void variable(ObjectNode spec, String name, String expression) {
        spec.withArray("variables").insertObject(0).put("name", name).put("expression", expression);
    }

    @Test
    void policiesAgreeWithTheParserOverGeneratedServices() throws Exception {
        List<Setting> settings = List.of(Setting.of(true, false, AdditionalAddresses.CHECKED),
                Setting.of(true, true, AdditionalAddresses.ANY), Setting.of(false, false, AdditionalAddresses.NONE),
                Setting.of(true, false, AdditionalAddresses.NONE, "Name", "x"),
                Setting.of(true, true, AdditionalAddresses.CHECKED, "G", "a"));
        GeneratedServices generated = new GeneratedServices(new Random(SEED));
        List<String> disagreements = new ArrayList<>();
        int refused = 0;
        int told = 0;
        for (int i = 0; i < SERVICES; i++) {
            Setting setting = settings.get(i % settings.size());
            ObjectNode object = generated.next();
            ServiceSpec spec = setting.parser().parse(Serialization.unmarshal(object.toString(), Service.class), 0);
            List<Failure> denied = setting.errors().failures(created(object));
            List<Failure> warned = setting.warnings().failures(created(object));
            boolean notices = spec.notices()
                    .stream()
                    .anyMatch(notice -> !isGuess(notice) && !OF_CONTROLLER.contains(notice.reason()));
            refused += spec.mistake().isPresent() ? 1 : 0;
            told += notices ? 1 : 0;
            if (spec.mistake().isPresent() == denied.isEmpty() || notices == warned.isEmpty())
                disagreements.add(setting.specs() + " " + object + "\n  parser "
                        + spec.mistake() + " " + spec.notices() + "\n  policy " + denied + " " + warned);
        }
        assertThat(disagreements.stream().limit(3).toList()).as(disagreements.size() + " of " + SERVICES).isEmpty();
        assertThat(refused).as("refused of " + SERVICES).isBetween(SERVICES / 5, SERVICES * 4 / 5);
        assertThat(told).as("told of " + SERVICES).isBetween(SERVICES / 5, SERVICES * 4 / 5);
    }

    @Test
    void policiesPassOverServicesThatAreNotOursOrHaveNotChanged() {
        Setting setting = Setting.of(true, false, AdditionalAddresses.CHECKED);
        String wrong = "{spec: {type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}, metadata: {annotations: {"
                + ServiceAnnotation.IDLE_TIMEOUT.key() + ": '3', azure-pip-name: a}}}";
        ObjectNode old = Json.parse(wrong);
        assertThat(setting.errors().failures(created(old))).hasSize(1);
        assertThat(setting.warnings().failures(created(old))).hasSize(1);
        ObjectNode labelled = old.deepCopy();
        Json.ensure(labelled, "metadata", "labels").put("a", "b");
        Json.ensure(labelled, "metadata", "annotations").put("team", "b");
        ObjectNode status = old.deepCopy();
        Json.ensure(status, "status").put("loadBalancer", "x");
        ObjectNode deleted = old.deepCopy();
        Json.ensure(deleted, "metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        ObjectNode other = old.deepCopy();
        Json.ensure(other, "spec").put("loadBalancerClass", "example.com/other");
        ObjectNode inside = old.deepCopy();
        Json.ensure(inside, "spec").put("type", "ClusterIP");
        for (ObjectNode passing : List.of(labelled, status, deleted, other, inside)) {
            assertThat(setting.errors().failures(updated(passing, old))).as(passing.toString()).isEmpty();
            assertThat(setting.warnings().failures(updated(passing, old))).as(passing.toString()).isEmpty();
        }
        ObjectNode changed = old.deepCopy();
        Json.ensure(changed, "metadata", "annotations").put(ServiceAnnotation.DNS_LABEL.key(), "web");
        assertThat(setting.errors().failures(updated(changed, old))).hasSize(1);
        ObjectNode removed = changed.deepCopy();
        Json.ensure(removed, "metadata", "annotations").remove(ServiceAnnotation.DNS_LABEL.key());
        assertThat(setting.errors().failures(updated(removed, changed))).hasSize(1);
    }

    @Test
    void worstServicesCostLessThanKubernetesAllows() {
        Setting setting = Setting.of(true, false, AdditionalAddresses.CHECKED);
        for (ObjectNode service : ExpensiveServices.all()) {
            ObjectNode before = service.deepCopy();
            Json.ensure(before, "spec").put("sessionAffinity", "ClientIP");
            for (AdmissionPolicy policy : List.of(setting.errors(), setting.warnings())) {
                var costs = policy.costs(updated(service, before));
                String of = service.toString().substring(0, 300) + " " + costs;
                assertThat(costs.costliest()).as(of).isBetween(1L, ExpressionCost.PER_EXPRESSION);
                assertThat(costs.whole()).as(of).isBetween(1L, ExpressionCost.PER_POLICY);
                assertThat(costs.conditions()).as(of).isBetween(1L, ExpressionCost.MATCH_CONDITIONS);
            }
        }
    }

    /** What policies do not compare: the families of ranges with those of the Service, and what an internal Service has no use for. */
    private static final Set<String> OF_CONTROLLER = Set.of("IPRangeFamilyMismatch", "PublicIPNotUsed");

    private static boolean isGuess(Notice notice) {
        var matcher = GUESSED.matcher(notice.message());
        return notice.reason().equals("UnknownAnnotation") && matcher.matches()
                && GeneratedServices.GUESSED.contains(matcher.group(1));
    }

    private static Review updated(ObjectNode object, ObjectNode old) {
        return new Review(object, old, Json.object().put("operation", "UPDATE"), Json.object());
    }

    private static Review created(ObjectNode object) {
        return new Review(object, null, Json.object().put("operation", "CREATE"), Json.object());
    }
}
