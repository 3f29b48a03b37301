package io.azureccm.e2e.cluster.rules;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/**
 * Determines {@code ipFamilies} and {@code ipFamilyPolicy} of a Service from its request and the cluster's families.
 */
record ServiceFamilies(List<String> cluster) {
    private static final String SINGLE = "SingleStack";
    private static final String PREFER = "PreferDualStack";
    private static final String REQUIRE = "RequireDualStack";
    private static final List<String> POLICIES = List.of(PREFER, REQUIRE, SINGLE);

    /** Sets the two fields; call it after kept values were restored and before addresses are allocated. */
    void complete(ObjectNode service, ObjectNode old, FieldErrors errors) {
        if (!ServiceFacts.needsClusterIp(service))
            return;
        ObjectNode spec = ServiceFacts.spec(service);
        if (old != null && becameSingle(service, old)) {
            trim(spec, "ipFamilies");
            trim(spec, "clusterIPs");
        }
        boolean loose = ServiceFacts.isHeadless(service) && Json.isEmpty(spec, "selector");
        List<String> families = new ArrayList<>(Json.texts(spec, "ipFamilies"));
        List<String> addresses = Json.texts(spec, "clusterIPs")
                .stream()
                .filter(ip -> !ip.equals(ServiceFacts.NONE))
                .toList();
        policy(spec, families, addresses, loose, errors);
        for (int i = families.size(); i < addresses.size(); i++)
            families.add(ServiceNetwork.familyOf(addresses.get(i)));
        if (families.isEmpty())
            families.add(cluster.getFirst());
        String policy = Json.text(spec, "ipFamilyPolicy");
        boolean both = policy.equals(PREFER) && cluster.size() > 1
                || policy.equals(REQUIRE) && (cluster.size() > 1 || loose);
        if (families.size() == 1 && both)
            families.add(families.getFirst().equals(ServiceNetwork.IPV4) ? ServiceNetwork.IPV6 : ServiceNetwork.IPV4);
        spec.set("ipFamilies", Json.strings(families));
        check(families, policy, old, loose, errors);
    }

    private static void policy(ObjectNode spec, List<String> families, List<String> addresses, boolean loose,
            FieldErrors errors) {
        String policy = Json.text(spec, "ipFamilyPolicy");
        if (policy.isEmpty()) {
            if (families.size() > 1 || addresses.size() > 1)
                errors.invalid("spec.ipFamilyPolicy", "null",
                        "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified");
            spec.put("ipFamilyPolicy", loose ? REQUIRE : SINGLE);
        } else {
            errors.oneOf("spec.ipFamilyPolicy", policy, POLICIES);
            if (policy.equals(SINGLE) && (families.size() > 1 || addresses.size() > 1))
                errors.invalid("spec.ipFamilyPolicy", policy,
                        "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified");
        }
    }

    private void check(List<String> families, String policy, ObjectNode old, boolean loose, FieldErrors errors) {
        FieldErrors.each("spec.ipFamilies", families, (path, family) -> {
            if (!List.of(ServiceNetwork.IPV4, ServiceNetwork.IPV6).contains(family))
                errors.notSupported(path, family,
                        List.of(ServiceNetwork.IPV4, ServiceNetwork.IPV6));
            else if (!cluster.contains(family) && !loose)
                errors.invalid(path, family, "not configured on this cluster");
        });
        if (policy.equals(REQUIRE) && cluster.size() < 2 && !loose)
            errors.invalid("spec.ipFamilyPolicy", policy, "this cluster is not configured for dual-stack services");
        if (old != null && ServiceFacts.needsClusterIp(old)) {
            List<String> before = Json.texts(old, "spec", "ipFamilies");
            if (!before.isEmpty() && !before.getFirst().equals(families.getFirst()))
                errors.invalid("spec.ipFamilies[0]", families.getFirst(), "may not change once set");
        }
    }

    private static boolean becameSingle(ObjectNode service, ObjectNode old) {
        return Json.text(service, "spec", "ipFamilyPolicy").equals(SINGLE)
                && !Json.text(old, "spec", "ipFamilyPolicy").equals(SINGLE)
                && Json.texts(service, "spec", "ipFamilies").equals(Json.texts(old, "spec", "ipFamilies"));
    }

    private static void trim(ObjectNode spec, String field) {
        List<String> values = Json.texts(spec, field);
        if (values.size() > 1)
            spec.set(field, Json.strings(values.subList(0, 1)));
    }
}
