// The main job with the client of openapi-generator: a recording goes in, its words come out.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"

	earshot "earshot/client"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		var refused *earshot.GenericOpenAPIError
		if errors.As(err, &refused) {
			fmt.Fprintln(os.Stderr, string(refused.Body()))
		}
		panic(err)
	}
	return value
}

func main() {
	settings := earshot.NewConfiguration()
	settings.Servers = earshot.ServerConfigurations{{URL: os.Getenv("BASE")}}
	client := earshot.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), earshot.ContextAccessToken, os.Getenv("KEY"))

	made := must(client.ProjectsAPI.CreateProject(ctx).
		ProjectInput(*earshot.NewProjectInput("Go")).Execute())
	project := made.Data.Id

	file := must(func() (*os.File, any, error) {
		file, err := os.Open(os.Getenv("RECORDING"))
		return file, nil, err
	}())
	facts, err := file.Stat()
	if err != nil {
		panic(err)
	}
	upload := earshot.NewUploadInput(filepath.Base(file.Name()), "audio/wav", facts.Size())
	session := must(client.ContentAPI.CreateUpload(ctx, project).UploadInput(*upload).Execute()).Data
	must(client.ContentAPI.SendUpload(context.Background(), path.Base(session.UploadUrl)).Body(file).Execute())
	must(client.ContentAPI.CompleteUpload(ctx, project, session.ContentId).Execute())

	for range 240 {
		recording := must(client.ContentAPI.GetContent(ctx, project, session.ContentId).Execute()).Data
		if recording.Status == "completed" || recording.Status == "failed" {
			break
		}
		time.Sleep(250 * time.Millisecond)
	}
	transcript := must(client.ContentAPI.GetTranscript(ctx, project, session.ContentId).Execute()).Data

	_, response, err := client.ProjectsAPI.GetProject(ctx, "proj_unknown").Execute()
	var refused *earshot.GenericOpenAPIError
	if response.StatusCode != 404 || !errors.As(err, &refused) {
		panic("an unknown project is not refused")
	}
	if answer, ok := refused.Model().(earshot.ErrorResponse); !ok || answer.Error.Code != "not_found" {
		panic(refused.Model())
	}
	fmt.Println(transcript.Text)
}
