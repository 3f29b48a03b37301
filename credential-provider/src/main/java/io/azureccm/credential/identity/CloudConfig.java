package io.azureccm.credential.identity;

import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.Fields;
import io.azureccm.credential.text.JsonReader;
import io.azureccm.credential.text.YamlReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/** The settings in azure.json that this program uses. Strings that are not set are empty. */
public record CloudConfig(String cloud, String resourceManagerEndpoint, String tenantId, boolean managedIdentity,
        String userAssignedIdentity, String clientId, String clientSecret, String certificatePath,
        String certificatePassword,
        boolean federated, String federatedTokenFile, String userAgent, boolean minimumRetryAfter) {

    /** Reads a JSON or YAML file; an empty file is an empty configuration. */
    public static CloudConfig read(String file, Log log) {
        String text;
        try {
            text = text(Files.readAllBytes(Path.of(file))).strip();
        } catch (NoSuchFileException absent) {
            throw new Failure("the config file " + file + " does not exist");
        } catch (IOException | InvalidPathException unreadable) {
            throw new Failure("the config file " + file + " cannot be read");
        }
        return of(
                Fields.inAnyCase("the config file " + file, parsed(file, text)),
                log);
    }

    /** The text of a file in UTF-8, or in UTF-16 with a byte order mark, as PowerShell writes it; without the mark. */
    private static String text(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        if (mark == 0xfeff || mark == 0xfffe)
            return new String(bytes, StandardCharsets.UTF_16);
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static Object parsed(String file, String text) {
        if (text.isEmpty())
            return Map.of();
        try {
            return JsonReader.read(text);
        } catch (IllegalArgumentException noJson) {
            try {
                Object value = YamlReader.read(text);
                return value == null ? Map.of() : value;
            } catch (IllegalArgumentException noYaml) {
                throw new Failure(
                        "the config file " + file + " is neither JSON (" + noJson.getMessage() + ") nor YAML ("
                                + noYaml.getMessage() + ")");
            }
        }
    }

    private static CloudConfig of(Fields fields, Log log) {
        log.secret(fields.text("aadClientSecret").strip());
        log.secret(fields.text("aadClientCertPassword").strip());
        return new CloudConfig(fields.text("cloud").strip(), fields.text("resourceManagerEndpoint").strip(),
                fields.text("tenantId").strip(), fields.flag("useManagedIdentityExtension"),
                fields.text("userAssignedIdentityID").strip(), fields.text("aadClientId").strip(),
                fields.text("aadClientSecret").strip(), fields.text("aadClientCertPath").strip(),
                fields.text("aadClientCertPassword").strip(), fields.flag("useFederatedWorkloadIdentityExtension"),
                fields.text("aadFederatedTokenFile").strip(), fields.text("userAgent").strip(),
                fields.flag("enableMinimumRetryAfter"));
    }
}
