package io.azureccm.common.config.load;

import io.azureccm.common.config.CloudConfigType;
import io.azureccm.common.config.options.CloudConfigOptions;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.ConfigProblem;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the cloud config from a file, a Secret, or both. With both, the file's {@code cloudConfigType} selects: only the
 * file, only the Secret, or (by default) the keys of the Secret merged over the file.
 */
public final class CloudConfigSource {

    private final Optional<Path> file;

    private final Optional<SecretRef> secret;

    private final SecretReader reader;

    private final Map<String, String> environment;

    private CloudConfigSource(Optional<Path> file, Optional<SecretRef> secret, SecretReader reader,
            Map<String, String> environment) {
        this.file = file;
        this.secret = secret;
        this.reader = reader;
        this.environment = Map.copyOf(environment);
    }

    public static CloudConfigSource ofFile(Path file, Map<String, String> environment) {
        return new CloudConfigSource(Optional.of(file), Optional.empty(), ref -> Optional.empty(), environment);
    }

    /** The sources that the flags name; validation has ensured that they name at least one. */
    public static CloudConfigSource of(CloudConfigOptions options, SecretReader reader,
            Map<String, String> environment) {
        return new CloudConfigSource(Optional.of(options.file()).filter(f -> !f.isEmpty()).map(Path::of),
                Optional.of(options.secretName())
                        .filter(n -> !n.isEmpty())
                        .map(n -> new SecretRef(options.secretNamespace(), n, options.secretKey())),
                reader, environment);
    }

    /** The name of the main source in messages. */
    public String name() {
        return file.map(Path::toString).or(() -> secret.map(SecretRef::source)).orElse("cloud config");
    }

    /** Reads and parses; the result contains all problems. */
    public LoadedCloudConfig load() {
        List<ConfigProblem> problems = new ArrayList<>();
        Fingerprint fingerprint = new Fingerprint();
        Optional<ConfigLayer> fileLayer = file
                .flatMap(f -> layer(f.toString(), () -> Optional.of(Files.readAllBytes(f)), fingerprint, problems));
        CloudConfigType type = fileLayer.map(CloudConfigParser::declaredType).orElse(CloudConfigType.MERGE);
        boolean wantsSecret = secret.isPresent() && (file.isEmpty() || type != CloudConfigType.FILE);
        Optional<ConfigLayer> secretLayer = secret.filter(ref -> wantsSecret)
                .flatMap(ref -> layer(ref.source(), () -> reader.read(ref).filter(b -> b.length > 0), fingerprint,
                        problems));
        List<ConfigLayer> layers = new ArrayList<>();
        if (!wantsSecret || type != CloudConfigType.SECRET) {
            fileLayer.ifPresent(layers::add);
        }
        secretLayer.ifPresent(layers::add);
        if (type == CloudConfigType.SECRET && secret.isEmpty()) {
            problems.add(new ConfigProblem(Severity.WARNING, name(), "cloudConfigType",
                    "is secret, but no secret is named; the file is used"));
        }
        return new LoadedCloudConfig(parsed(layers, problems), fingerprint.text());
    }

    private ParsedCloudConfig parsed(List<ConfigLayer> layers, List<ConfigProblem> problems) {
        if (problems.stream().anyMatch(ConfigProblem::isError)) {
            return new ParsedCloudConfig.Rejected(problems);
        }
        ParsedCloudConfig parsed = CloudConfigParser.parse(layers, environment);
        problems.addAll(parsed.problems());
        return switch (parsed) {
            case ParsedCloudConfig.Accepted a -> new ParsedCloudConfig.Accepted(a.config(), problems);
            case ParsedCloudConfig.Rejected _ -> new ParsedCloudConfig.Rejected(problems);
        };
    }

    /** The bytes of a source; empty if it has none. */
    private interface Content {

        Optional<byte[]> read() throws IOException;
    }

    private static Optional<ConfigLayer> layer(String source, Content content, Fingerprint fingerprint,
            List<ConfigProblem> problems) {
        String problem;
        try {
            Optional<byte[]> bytes = content.read();
            if (bytes.isPresent()) {
                fingerprint.add(bytes.get());
                return Optional.of(ConfigLayer.of(source, bytes.get()));
            }
            problem = "no data in secret";
        } catch (NoSuchFileException e) {
            problem = "does not exist; --cloud-config must name the azure.json";
        } catch (AccessDeniedException e) {
            problem = "cannot be read: permission denied";
        } catch (CharacterCodingException e) {
            problem = "is neither UTF-8 nor UTF-16 with a byte order mark";
        } catch (IOException e) {
            problem = "cannot be read: " + e.getMessage();
        }
        fingerprint.add(problem.getBytes(StandardCharsets.UTF_8));
        problems.add(new ConfigProblem(Severity.ERROR, source, "", problem));
        return Optional.empty();
    }
}
