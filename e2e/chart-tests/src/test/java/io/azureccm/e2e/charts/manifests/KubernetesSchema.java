package io.azureccm.e2e.charts.manifests;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.Map;

/** The kinds that the charts make, in versions that are not deprecated, with all the fields these have. */
final class KubernetesSchema {
    /** What the charts use of the Prometheus operator's kinds, by the names of its API reference. */
    record ServiceMonitor(String apiVersion, String kind, Object metadata, ServiceMonitorSpec spec) {}

    record ServiceMonitorSpec(Map<String, Map<String, String>> selector, List<Endpoint> endpoints) {}

    record Endpoint(String port, String path, String scheme, String interval, String scrapeTimeout,
            String bearerTokenFile, List<Relabeling> relabelings, List<Relabeling> metricRelabelings,
            Authorization authorization, TlsConfig tlsConfig) {}

    record Relabeling(String action, List<String> sourceLabels, String regex, String targetLabel, String replacement) {}

    record Authorization(SecretKeySelector credentials) {}

    record TlsConfig(Boolean insecureSkipVerify, String serverName, Map<String, SecretKeySelector> ca) {}

    record PrometheusRule(String apiVersion, String kind, Object metadata, PrometheusRuleSpec spec) {}

    record PrometheusRuleSpec(List<RuleGroup> groups) {}

    record RuleGroup(String name, List<Rule> rules) {}

    record Rule(String alert, String expr, @JsonProperty("for") String pause,
            Map<String, String> labels, Map<String, String> annotations) {}

    private static final Map<String, Class<?>> KINDS = Map.ofEntries(Map.entry("v1 ConfigMap", ConfigMap.class),
            Map.entry("v1 Service", Service.class), Map.entry("v1 ServiceAccount", ServiceAccount.class),
            Map.entry("apps/v1 Deployment", Deployment.class), Map.entry("apps/v1 DaemonSet", DaemonSet.class),
            Map.entry("batch/v1 Job", Job.class),
            Map.entry("admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy", ValidatingAdmissionPolicy.class),
            Map.entry("admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding",
                    ValidatingAdmissionPolicyBinding.class),
            Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
            Map.entry("rbac.authorization.k8s.io/v1 ClusterRole", ClusterRole.class),
            Map.entry("rbac.authorization.k8s.io/v1 ClusterRoleBinding", ClusterRoleBinding.class),
            Map.entry("rbac.authorization.k8s.io/v1 Role", Role.class),
            Map.entry("rbac.authorization.k8s.io/v1 RoleBinding", RoleBinding.class),
            Map.entry("monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class),
            Map.entry("monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class));
    private static final ObjectMapper STRICT = new ObjectMapper()
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                /** Without it the client's classes take any field. */
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    private KubernetesSchema() {}

    /** What is wrong with an object, empty when nothing is. */
    static String problem(JsonNode object) {
        String kind = object.path("apiVersion").asText() + " " + object.path("kind").asText();
        Class<?> type = KINDS.get(kind);
        if (type == null)
            return kind + " is not among the kinds that a chart makes";
        try {
            STRICT.treeToValue(object, type);
            return "";
        } catch (JsonProcessingException | IllegalArgumentException wrong) {
            return kind + " " + object.at("/metadata/name").asText() + ": " + wrong.getMessage();
        }
    }
}
