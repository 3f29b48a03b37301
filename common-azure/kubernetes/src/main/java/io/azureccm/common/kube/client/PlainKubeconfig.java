package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.api.model.Preferences;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Parses a kubeconfig like the client, if it contains only plain texts in known places. The client parses any kubeconfig, but
 * first registers every type of the Kubernetes API, which takes a twentieth of the processor time of a start.
 */
final class PlainKubeconfig {
    private static final Map<String, BiConsumer<Cluster, String>> CLUSTER = Map.of("server", Cluster::setServer,
            "certificate-authority", Cluster::setCertificateAuthority, "certificate-authority-data",
            Cluster::setCertificateAuthorityData, "tls-server-name", Cluster::setTlsServerName, "proxy-url",
            Cluster::setProxyUrl);
    private static final Map<String, BiConsumer<Context, String>> CONTEXT = Map.of("cluster", Context::setCluster,
            "user", Context::setUser, "namespace", Context::setNamespace);
    private static final Map<String, BiConsumer<AuthInfo, String>> USER = Map.of("client-certificate",
            AuthInfo::setClientCertificate, "client-certificate-data", AuthInfo::setClientCertificateData,
            "client-key", AuthInfo::setClientKey, "client-key-data", AuthInfo::setClientKeyData, "token",
            AuthInfo::setToken, "tokenFile", AuthInfo::setTokenFile, "username", AuthInfo::setUsername, "password",
            AuthInfo::setPassword);

    /** Something that the client's own parser must read or reject. */
    private static final class NotPlain extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotPlain() {
            super(null, null, false, false);
        }
    }

    private PlainKubeconfig() {}

    /** Empty if the file contains anything, valid or not, that needs the client's own parser. */
    static Optional<Config> read(Path file) {
        try {
            String text = Files.readString(file);
            if (text.stripLeading().startsWith("{"))
                return Optional.empty();
            return Optional.of(config(new Load(LoadSettings.builder().build()).loadFromString(text), file.toFile()));
        } catch (IOException | YamlEngineException | NotPlain forTheClient) {
            return Optional.empty();
        }
    }

    private static Config config(Object document, File file) {
        Config config = new Config();
        for (Map.Entry<String, Object> member : members(document).entrySet()) {
            switch (member.getKey()) {
                case "apiVersion" -> config.setApiVersion(text(member.getValue()));
                case "kind" -> config.setKind(text(member.getValue()));
                case "current-context" -> config.setCurrentContext(text(member.getValue()));
                case "clusters" -> config.setClusters(named(member.getValue(), "cluster", (name, value) -> {
                    NamedCluster cluster = new NamedCluster(filled(new Cluster(), value, CLUSTER), name);
                    cluster.getAdditionalProperties().put("KUBERNETES_CONFIG_CLUSTER_FILE_KEY", file);
                    return cluster;
                }));
                case "contexts" -> config.setContexts(named(member.getValue(), "context", (name, value) -> {
                    NamedContext context = new NamedContext(filled(new Context(), value, CONTEXT), name);
                    context.getAdditionalProperties().put("KUBERNETES_CONFIG_CONTEXT_FILE_KEY", file);
                    return context;
                }));
                case "users" -> config.setUsers(named(member.getValue(), "user", (name, value) -> {
                    NamedAuthInfo user = new NamedAuthInfo(name, filled(new AuthInfo(), value, USER));
                    user.getAdditionalProperties().put("KUBERNETES_CONFIG_AUTH_INFO_FILE_KEY", file);
                    return user;
                }));
                case "preferences" -> {
                    if (!members(member.getValue()).isEmpty())
                        throw new NotPlain();
                    config.setPreferences(new Preferences());
                }
                default -> throw new NotPlain();
            }
        }
        return config;
    }

    /** A list of pairs: a name, and the content of {@code kind}. */
    private static <N> List<N> named(Object list, String kind, BiFunction<String, Object, N> maker) {
        if (!(list instanceof List<?> entries))
            throw new NotPlain();
        List<N> made = new ArrayList<>();
        for (Object entry : entries) {
            Map<String, Object> pair = members(entry);
            if (pair.size() != 2 || !pair.containsKey(kind))
                throw new NotPlain();
            made.add(maker.apply(text(pair.get("name")), pair.get(kind)));
        }
        return made;
    }

    private static <T> T filled(T target, Object values, Map<String, BiConsumer<T, String>> setters) {
        for (Map.Entry<String, Object> value : members(values).entrySet()) {
            BiConsumer<T, String> setter = setters.get(value.getKey());
            if (setter == null)
                throw new NotPlain();
            setter.accept(target, text(value.getValue()));
        }
        return target;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(Object value) {
        if (value instanceof Map<?, ?> map && map.keySet().stream().allMatch(String.class::isInstance))
            return (Map<String, Object>) map;
        throw new NotPlain();
    }

    private static String text(Object value) {
        if (value instanceof String text)
            return text;
        throw new NotPlain();
    }
}
