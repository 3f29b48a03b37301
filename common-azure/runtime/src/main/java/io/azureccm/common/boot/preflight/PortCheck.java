package io.azureccm.common.boot.preflight;

import io.azureccm.common.config.options.AuthenticationOptions;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeConfigException;
import io.azureccm.common.serve.ClusterAuthorities;
import io.azureccm.common.serve.SecurePort;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the flags of the port before anything runs; one line per problem. */
public final class PortCheck {
    private PortCheck() {}

    public static List<String> problems(ControllerOptions options) {
        ServingOptions serving = options.serving();
        AuthenticationOptions authentication = serving.authentication();
        if (serving.port() == 0)
            return List.of();
        List<String> problems = new ArrayList<>();
        problem(() -> SecurePort.check(serving.tls())).ifPresent(problems::add);
        problem(() -> ClusterAuthorities.check(authentication)).ifPresent(problems::add);
        for (String kubeconfig : List.of(authentication.kubeconfig(), serving.authorization().kubeconfig())) {
            if (!kubeconfig.isEmpty())
                problem(() -> open(options, kubeconfig)).ifPresent(problems::add);
        }
        return problems;
    }

    private static void open(ControllerOptions options, String kubeconfig) {
        try (KubernetesClient client = KubeClients.open(Preflight.kubeSettings(options, kubeconfig))) {
            client.getMasterUrl();
        }
    }

    private static Optional<String> problem(Runnable check) {
        try {
            check.run();
            return Optional.empty();
        } catch (IllegalArgumentException | KubeConfigException unusable) {
            return Optional.of(unusable.getMessage());
        }
    }
}
